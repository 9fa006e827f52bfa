import type { PaymentState } from '@larkmere/contract/payments/payment';
import { defaultText } from '@larkmere/messages/format-message';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockPayment, type Payment, updatePayment } from './payment.sql.ts';
import { toPaymentEvent } from './payment.view.ts';
import { paymentWaiting } from './payment-events.ts';
import { nextOverdueUpdateAt } from './setting.sql.ts';

const overdueReasons: Partial<Record<PaymentState, string>> = {
  submitted: defaultText('payment_bank_late'),
  sent: defaultText('payment_arrival_late'),
};

export const isOverdue = ({ deadline_at, arrival_latest }: Payment, now: Date): boolean =>
  (deadline_at ?? arrival_latest) <= now;

/** Null while the estimated arrival is ahead, otherwise when the payer gets the next update. */
export const nextDeadline = async (
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { arrival_latest }: Payment,
): Promise<Date | null> => (arrival_latest > now ? null : nextOverdueUpdateAt(tx, now));

export async function markOverdue(ctx: Ctx, id: string): Promise<void> {
  const { tx, now } = ctx;
  const payment = await lockPayment(tx, id);
  const reason = overdueReasons[payment?.state as PaymentState];
  if (!payment || !reason || !isOverdue(payment, now)) return;
  const late = await updatePayment(tx, id, {
    reason_code: 'vendor_delay',
    reason,
    next_step: defaultText('payment_late_next'),
    deadline_at: await nextOverdueUpdateAt(tx, now),
  });
  await emit(ctx, paymentWaiting, toPaymentEvent(late));
}
