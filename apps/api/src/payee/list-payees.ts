import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { selectPayees } from './payee.sql.ts';
import { payeeOf } from './payee.ts';
import { viewsOf } from './payee.view.ts';

export const listPayees: Verb<typeof contract.payee.list> = async (ctx, { search }) =>
  viewsOf(ctx, (await selectPayees(ctx.tx, ctx.actor.customerId, search)).map(payeeOf));
