import type { PaymentState } from '@larkmere/contract/payment';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { changePayment, lockPayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentWaiting } from './payment-news.ts';
import { heardOfAgainBy } from './setting.sql.ts';

const sentences: Partial<Record<PaymentState, string>> = {
  submitted: 'The bank has not answered in time. The money is still set aside.',
  sent: 'The payment is on its way for longer than it should be.',
};

export const isLate = ({ deadline_at, arrival_latest }: Payment, now: Date): boolean =>
  (deadline_at ?? arrival_latest) <= now;

/** Null while the estimated arrival is ahead, otherwise when the payer gets the next update. */
export const nextLimit = async (
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { arrival_latest }: Payment,
): Promise<Date | null> => (arrival_latest > now ? null : heardOfAgainBy(tx, now));

export async function noteLate(ctx: Ctx, id: string): Promise<void> {
  const { tx, now } = ctx;
  const payment = await lockPayment(tx, id);
  const reason = sentences[payment?.state as PaymentState];
  if (!payment || !reason || !isLate(payment, now)) return;
  const late = await changePayment(tx, id, {
    reason_code: 'vendor_delay',
    reason,
    next_step: 'We ask the bank again and again, and tell you as soon as it answers.',
    deadline_at: await heardOfAgainBy(tx, now),
  });
  await emit(ctx, paymentWaiting, newsOf(late));
}
