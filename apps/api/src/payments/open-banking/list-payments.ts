import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectPayments } from './open-banking.sql.ts';
import { viewPayments } from './open-banking.view.ts';

const maxPayments = 100;

export const listPayments: Verb<typeof contract.instantPayment.list> = async (ctx) => ({
  list: await viewPayments(ctx, await selectPayments(ctx.tx, ctx.actor, maxPayments)),
});
