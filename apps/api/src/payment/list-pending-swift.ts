import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { paymentsOf } from './list-payments.ts';
import { swiftKinds } from './show-payment.ts';

export const listPendingSwift: Verb<typeof contract.payment.pendingSwift> = async (ctx, asked) => ({
  list: await paymentsOf(ctx, swiftKinds, asked),
});
