import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { selectPayments } from './instant-payment.sql.ts';
import { viewPayments } from './instant-payment.view.ts';

const most = 100;

export const listPayments: Verb<typeof contract.instantPayment.list> = async (ctx) => ({
  list: await viewPayments(ctx, await selectPayments(ctx.tx, ctx.actor.customerId, most)),
});
