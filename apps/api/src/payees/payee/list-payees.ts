import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectPayees } from './payee.sql.ts';
import { toPayee } from './payee.ts';
import { toPayeeViews } from './payee.view.ts';

export const listPayees: Verb<typeof contract.payee.list> = async (ctx, { search }) =>
  toPayeeViews(ctx, (await selectPayees(ctx.tx, ctx.actor.customerId, search)).map(toPayee));
