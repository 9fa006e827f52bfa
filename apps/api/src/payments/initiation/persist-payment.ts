import { attachDocuments } from '../../checks/document/document.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { Payer, Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentHeld, paymentWaiting } from '../payment/payment-events.ts';
import type { CheckedOrder } from './check-order.ts';
import type { PaymentOrder } from './payment-order.ts';
import { writePayment } from './write-payment.ts';

/** Only writes from here on: a refusal would roll back every payment in the shared transaction. */
export async function persistPayment(
  ctx: Ctx,
  payer: Payer,
  order: PaymentOrder,
  checked: CheckedOrder,
): Promise<Payment> {
  const payment = await writePayment(ctx, payer, order, checked);
  await attachDocuments(ctx, payment.id, checked.documents);
  await emit(ctx, isReadyForRail(payment) ? paymentHeld : paymentWaiting, toPaymentEvent(payment));
  await audit(ctx, checked.draft ? 'payment.resubmitted' : 'payment.created', `payment:${payment.id}`, {
    reference: payment.reference,
    rail: payment.rail,
    amount: toPaymentEvent(payment).amount,
    currency: payment.currency,
    payee: payment.payee_id,
    payeeVersion: payment.payee_version,
    ...(order.source && { source: order.source }),
    ...(payment.execution_date && { leavesOn: payment.execution_date }),
  });
  return payment;
}

const isReadyForRail = ({ state, not_before }: Payment): boolean => state === 'ready' && not_before === null;
