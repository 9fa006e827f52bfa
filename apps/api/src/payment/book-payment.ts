import { attachDocuments } from '../document/document.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { CheckedOrder } from './check-order.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentHeld, paymentWaiting } from './payment-news.ts';
import { writePayment } from './write-payment.ts';

/** Only writes from here on: a refusal would roll back every payment in the shared transaction. */
export async function bookPayment(
  ctx: Ctx,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder,
): Promise<Payment> {
  const payment = await writePayment(ctx, payer, order, checked);
  await attachDocuments(ctx, payment.id, checked.documents);
  await emit(ctx, mayGo(payment) ? paymentHeld : paymentWaiting, newsOf(payment));
  await audit(ctx, checked.draft ? 'payment.resubmitted' : 'payment.made', `payment:${payment.id}`, {
    reference: payment.reference,
    rail: payment.rail,
    amount: newsOf(payment).amount,
    currency: payment.currency,
    payee: payment.payee_id,
    payeeVersion: payment.payee_version,
    ...(order.source && { source: order.source }),
    ...(payment.execution_date && { leavesOn: payment.execution_date }),
  });
  return payment;
}

const mayGo = ({ state, not_before }: Payment): boolean => state === 'ready' && not_before === null;
