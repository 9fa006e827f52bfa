import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { type PaymentOfDocument, paymentOf } from './document.read.ts';

const ended: readonly string[] = ['completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired'];

/** Without the `payment` permission only SWIFT payments are visible. Throws `not_found` for any other payment. */
export async function requireOwnPayment({ tx, actor }: CustomerCtx, id: string): Promise<PaymentOfDocument> {
  const payment = await paymentOf(tx, id);
  if (!payment || payment.customerId !== actor.customerId) throw new Refusal('not_found');
  if (!payment.isSwift && !actor.access.has('payment')) throw new Refusal('not_found');
  return payment;
}

export const takesDocuments = (state: string): boolean => !ended.includes(state);
