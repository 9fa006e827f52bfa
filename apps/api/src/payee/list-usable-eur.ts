import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { selectUsablePayees } from './payee.sql.ts';
import { payeeOf } from './payee.ts';
import { viewsOf } from './payee.view.ts';

export const listUsableEur: Verb<typeof contract.payee.usableEur> = async (ctx) =>
  viewsOf(
    ctx,
    (await selectUsablePayees(ctx.tx, ctx.actor.customerId, { types: ['eur'], currency: 'EUR' })).map(payeeOf),
  );
