import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { type PaymentOfDocument, paymentOf } from './document.read.ts';

const ended: readonly string[] = ['completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired'];

/**
 * A payment of the customer who asks; whoever may not pay has a right to those by SWIFT alone. Any other looks like none:
 * `not_found`.
 */
export async function requireOwnPayment({ tx, actor }: CustomerCtx, id: string): Promise<PaymentOfDocument> {
  const payment = await paymentOf(tx, id);
  if (!payment || payment.customerId !== actor.customerId) throw new Refusal('not_found');
  if (!payment.isSwift && !actor.access.has('payment')) throw new Refusal('not_found');
  return payment;
}

/** As long as a payment goes on, a document can still be of use to it. */
export const takesDocuments = (state: string): boolean => !ended.includes(state);
