import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { selectUsablePayees } from './payee.sql.ts';
import { payeeOf } from './payee.ts';
import { viewsOf } from './payee.view.ts';

export const listUsableGbp: Verb<typeof contract.payee.usableGbp> = async (ctx) =>
  viewsOf(
    ctx,
    (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types: ['gbp'], currency: 'GBP' })).map(payeeOf),
  );
