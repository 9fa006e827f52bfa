import type { PaymentState } from '@larkmere/contract/payments/payment';
import { defaultText } from '@larkmere/messages/format-message';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockPayment, type Payment } from './payment.sql.ts';
import { nextOverdueUpdateAt } from './setting.sql.ts';
import { updatePendingStatus } from './update-pending-status.ts';

const overdueReasons: Partial<Record<PaymentState, string>> = {
  submitted: defaultText('payment_bank_late'),
  sent: defaultText('payment_arrival_late'),
};

export const isOverdue = ({ deadlineAt, arrivalLatest }: Payment, now: Date): boolean =>
  (deadlineAt ?? arrivalLatest) <= now;

/** Null while the estimated arrival is ahead, otherwise when the payer gets the next update. */
export const nextDeadline = async (
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { arrivalLatest }: Payment,
): Promise<Date | null> => (arrivalLatest > now ? null : nextOverdueUpdateAt(tx, now));

export async function markOverdue(ctx: Ctx, id: string): Promise<void> {
  const { tx, now } = ctx;
  const payment = await lockPayment(tx, id);
  const reason = payment && overdueReasons[payment.state];
  if (!payment || !reason || !isOverdue(payment, now)) return;
  await updatePendingStatus(ctx, id, {
    reasonCode: 'vendor_delay',
    reason,
    nextStep: defaultText('payment_late_next'),
    deadlineAt: await nextOverdueUpdateAt(tx, now),
  });
}
