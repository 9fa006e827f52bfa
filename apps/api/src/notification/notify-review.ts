import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { DelayNews, ReminderNews } from '../review/review.ts';
import { type Notice, notify } from './notification.ts';

const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', day: 'numeric', month: 'long' });
type Words = Pick<Notice, 'type' | 'severity' | 'title' | 'message' | 'waits'>;

const until = (at: string) => ({ nextUpdateAt: at, deadlineAt: at });

export const notifyReminder: InsideListener<ReminderNews> = (ctx, { eventId, payload }) =>
  tell(ctx, eventId, payload, {
    type: 'payment.info_required',
    severity: 'warning',
    title: 'We are waiting for your answer',
    message: `Your payment to ${payload.payeeName} waits for your answer. Without one by ${days.format(new Date(payload.dueAt))} it ends, and the money is available again.`,
    waits: { owner: 'you', nextStep: 'You answer our question.', ...until(payload.dueAt) },
  });

export const notifyDelay: InsideListener<DelayNews> = (ctx, { eventId, payload }) =>
  tell(ctx, eventId, payload, {
    type: 'payment.delayed',
    severity: 'warning',
    title: 'Your payment is delayed',
    message: `We are making extra checks on your payment to ${payload.payeeName}, and decide by the end of ${days.format(new Date(new Date(payload.deadlineAt).getTime() - 1))}. Your money is set aside and safe. If you did not make this payment, or somebody told you to make it, contact us at once.`,
    waits: { owner: 'us', nextStep: 'We decide, or ask you a question.', ...until(payload.deadlineAt) },
  });

async function tell(
  ctx: Parameters<InsideListener<never>>[0],
  eventId: bigint,
  { customerId, personId, paymentId }: Pick<ReminderNews, 'customerId' | 'personId' | 'paymentId'>,
  words: Words,
): Promise<void> {
  const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['payment']))]);
  await notify(ctx, [...people], { eventId, link: `/pending-payment-domestic/detail/${paymentId}`, ...words });
}
