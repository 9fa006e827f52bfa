import type { AnswerOverdueEvent, PaymentDelayedEvent } from '../../back-office/review/review.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

const londonDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', day: 'numeric', month: 'long' });
type NotificationText = Pick<NewNotification, 'type' | 'severity' | 'title' | 'message' | 'pendingStatus'>;

const toDeadline = (at: string) => ({ nextUpdateAt: at, deadlineAt: at });

export const notifyReminder: TransactionalHandler<AnswerOverdueEvent> = (ctx, { eventId, payload }) =>
  notifyPaymentPeople(ctx, eventId, payload, {
    type: 'payment.info_required',
    severity: 'warning',
    title: 'We are waiting for your answer',
    message: `Your payment to ${payload.payeeName} waits for your answer. Without one by ${londonDay.format(new Date(payload.dueAt))} it ends, and the money is available again.`,
    pendingStatus: { owner: 'you', nextStep: 'You answer our question.', ...toDeadline(payload.dueAt) },
  });

export const notifyDelay: TransactionalHandler<PaymentDelayedEvent> = (ctx, { eventId, payload }) =>
  notifyPaymentPeople(ctx, eventId, payload, {
    type: 'payment.delayed',
    severity: 'warning',
    title: 'Your payment is delayed',
    message: `We are making extra checks on your payment to ${payload.payeeName}, and decide by the end of ${londonDay.format(new Date(new Date(payload.deadlineAt).getTime() - 1))}. Your money is set aside and safe. If you did not make this payment, or somebody told you to make it, contact us at once.`,
    pendingStatus: { owner: 'us', nextStep: 'We decide, or ask you a question.', ...toDeadline(payload.deadlineAt) },
  });

async function notifyPaymentPeople(
  ctx: Parameters<TransactionalHandler<never>>[0],
  eventId: bigint,
  { customerId, userId, paymentId }: Pick<AnswerOverdueEvent, 'customerId' | 'userId' | 'paymentId'>,
  words: NotificationText,
): Promise<void> {
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment']))]);
  await notify(ctx, [...people], { eventId, link: `/pending-payment-domestic/detail/${paymentId}`, ...words });
}
