import { canUseAccountId } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { type DocumentPayment, selectDocumentPayment } from './document.read.ts';

const endedStates: readonly string[] = ['completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired'];

/** Without the `payment` permission only SWIFT payments are visible. Throws `not_found` for any other payment. */
export async function requireOwnPayment(ctx: CustomerCtx, id: string): Promise<DocumentPayment> {
  const { tx, actor } = ctx;
  const payment = await selectDocumentPayment(tx, id);
  if (payment?.customerId !== actor.customerId || !(await canUseAccountId(ctx, payment.accountId)))
    throw new Refusal('not_found');
  if (!payment.isSwift && !actor.access.has('payment')) throw new Refusal('not_found');
  return payment;
}

export const acceptsDocuments = (state: string): boolean => !endedStates.includes(state);
