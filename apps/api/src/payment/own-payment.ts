import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { lockPayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';

/** Reports another customer's payment as `not_found`. */
export async function requireOwnPaymentLocked({ tx, actor }: CustomerCtx, id: string): Promise<Payment> {
  const payment = await lockPayment(tx, id);
  if (!payment || payment.customer_id !== actor.customerId) throw new Refusal('not_found');
  return payment;
}
