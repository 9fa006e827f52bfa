import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import type { AnswerOverdueEvent, PaymentDelayedEvent } from '../../back-office/review/review.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { type NewNotification, notify } from './notification.ts';

type NotificationText = Pick<NewNotification, 'type' | 'severity' | 'title' | 'message' | 'pendingStatus'>;

const toDeadline = (at: string) => ({ nextUpdateAt: at, deadlineAt: at });

export const notifyReminder: TransactionalHandler<AnswerOverdueEvent> = (ctx, { eventId, payload }) =>
  notifyPaymentPeople(ctx, eventId, payload, {
    type: 'payment.info_required',
    severity: 'warning',
    title: message('notice_answer_needed_title'),
    message: message('notice_answer_needed', {
      payeeName: payload.payeeName,
      dueOn: londonDay(new Date(payload.dueAt)),
    }),
    pendingStatus: { owner: 'you', nextStep: defaultText('notice_answer_needed_next'), ...toDeadline(payload.dueAt) },
  });

export const notifyDelay: TransactionalHandler<PaymentDelayedEvent> = (ctx, { eventId, payload }) =>
  notifyPaymentPeople(ctx, eventId, payload, {
    type: 'payment.delayed',
    severity: 'warning',
    title: message('notice_payment_delayed_title'),
    message: message('notice_payment_delayed', {
      payeeName: payload.payeeName,
      decidedBy: londonDay(new Date(new Date(payload.deadlineAt).getTime() - 1)),
    }),
    pendingStatus: {
      owner: 'us',
      nextStep: defaultText('notice_payment_delayed_next'),
      ...toDeadline(payload.deadlineAt),
    },
  });

async function notifyPaymentPeople(
  ctx: Parameters<TransactionalHandler<never>>[0],
  eventId: bigint,
  { customerId, userId, paymentId }: Pick<AnswerOverdueEvent, 'customerId' | 'userId' | 'paymentId'>,
  words: NotificationText,
): Promise<void> {
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment']))]);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'payment', id: paymentId } },
    { eventId, link: `/pending-payment-domestic/detail/${paymentId}`, ...words },
  );
}
