import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectUsablePayees } from './payee.sql.ts';
import { toPayee } from './payee.ts';
import { toPayeeViews } from './payee.view.ts';

export const listUsableGbp: Verb<typeof contract.payee.usableGbp> = async (ctx) =>
  toPayeeViews(
    ctx,
    (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types: ['gbp'], currency: 'GBP' })).map(toPayee),
  );
