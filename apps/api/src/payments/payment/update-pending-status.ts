import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Payment, updatePayment } from './payment.sql.ts';
import { toPaymentEvent } from './payment.view.ts';
import { paymentWaiting } from './payment-events.ts';

export type PendingStatusUpdate = Readonly<{
  reasonCode: ReasonCode;
  reason: string;
  nextStep: string;
  nextUpdateAt: Date;
  deadlineAt: Date;
}>;

/** Keeps what is not named. The caller has locked the payment and checked its state. */
export async function updatePendingStatus(
  ctx: Ctx,
  id: string,
  waits: Partial<PendingStatusUpdate>,
  { isAnnounced = true } = {},
): Promise<Payment> {
  const { reasonCode, reason, nextStep, nextUpdateAt, deadlineAt } = waits;
  const said = await updatePayment(ctx.tx, id, {
    reasonCode,
    reason,
    nextStep,
    nextUpdateAt,
    deadlineAt,
  });
  if (isAnnounced) await emit(ctx, paymentWaiting, toPaymentEvent(said));
  return said;
}
