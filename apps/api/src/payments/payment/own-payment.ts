import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { lockPayment, type Payment } from './payment.sql.ts';

/** Reports another customer's payment as `not_found`. */
export async function lockOwnPayment({ tx, actor }: CustomerCtx, id: string): Promise<Payment> {
  const payment = await lockPayment(tx, id);
  if (!payment || payment.customer_id !== actor.customerId) throw new Refusal('not_found');
  return payment;
}
