import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { listPaymentViews } from './list-payments.ts';
import { swiftKinds } from './show-payment.ts';

export const listPendingSwift: Verb<typeof contract.payment.pendingSwift> = async (ctx, asked) => ({
  list: await listPaymentViews(ctx, swiftKinds, asked),
});
