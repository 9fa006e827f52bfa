import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import type { AnswerOverdueEvent, PaymentDelayedEvent } from '../../back-office/review/review.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { PaymentEvent, RecallEvent } from '../../payments/payment/payment.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { eventMoney } from './event-money.ts';
import { type NewNotification, type NoticeText, notify } from './notification.ts';

type Step = 'held' | 'waiting' | 'submitted' | 'sent' | 'completed' | 'returned' | 'rejected' | 'cancelled';

/** Outdated once a later notification about the payment arrives. */
const progressTypes = (['held', 'waiting', 'submitted', 'sent'] satisfies Step[]).map((step) => `payment.${step}`);

function toText(step: Step, { amount, currency, payeeName, reason: detail, state }: PaymentEvent): NoticeText {
  const what = { amount: eventMoney(amount, currency), payeeName };
  switch (step) {
    case 'held':
      return {
        severity: 'info',
        title: message('notice_payment_confirmed_title'),
        message: message('notice_payment_confirmed', what),
        detail,
      };
    case 'waiting':
      return {
        ...pendingTitle(state),
        message: message(codeByState[state] ?? 'notice_payment_waiting', what),
        detail,
      };
    case 'cancelled':
      return {
        severity: 'info',
        ...(state === 'expired'
          ? { title: message('notice_payment_expired_title'), message: message('notice_payment_expired', what) }
          : { title: message('notice_payment_cancelled_title'), message: message('notice_payment_cancelled', what) }),
        detail,
      };
    case 'submitted':
      return {
        severity: 'info',
        title: message('notice_payment_submitted_title'),
        message: message('notice_payment_submitted', what),
        detail,
      };
    case 'sent':
      return {
        severity: 'info',
        title: message('notice_payment_sent_title'),
        message: message('notice_payment_sent', what),
        detail,
      };
    case 'completed':
      return {
        severity: 'success',
        title: message('notice_payment_completed_title'),
        message: message('notice_payment_completed', what),
      };
    case 'returned':
      return {
        severity: 'warning',
        title: message('notice_payment_returned_title'),
        message: message('notice_payment_returned', what),
        detail,
      };
    case 'rejected':
      return {
        severity: 'error',
        title: message('notice_payment_rejected_title'),
        message: message('notice_payment_rejected', what),
        detail,
      };
  }
}

const codeByState: Partial<
  Record<PaymentEvent['state'], 'notice_payment_still_with_bank' | 'notice_payment_not_arrived'>
> = {
  submitted: 'notice_payment_still_with_bank',
  sent: 'notice_payment_not_arrived',
};

function pendingTitle(state: PaymentEvent['state']): Pick<NoticeText, 'severity' | 'title'> {
  if (state === 'scheduled') return { severity: 'info', title: message('notice_payment_scheduled_title') };
  if (state === 'awaiting_funds') return { severity: 'warning', title: message('notice_payment_awaiting_funds_title') };
  return { severity: 'info', title: message('notice_payment_waiting_title') };
}

export const notifyPayment =
  (step: Step): TransactionalHandler<PaymentEvent> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, userId, paymentId } = payload;
    // Approvers get their own notification.
    const others =
      payload.owner === 'team' ? [] : await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']);
    const people = new Set([userId, ...others]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    await notify(
      ctx,
      { customerId, people, about: { kind: 'payment', id: paymentId } },
      {
        eventId,
        type: `payment.${step}`,
        link,
        ...toText(step, payload),
        pendingStatus: payload,
        supersedes: progressTypes,
      },
    );
  };

export const notifyRecall: TransactionalHandler<RecallEvent> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, paymentId, amount, currency, payeeName, outcome } = payload;
  const what = { amount: eventMoney(amount, currency), payeeName };
  const isBack = outcome === 'accepted';
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']))]);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'payment', id: paymentId } },
    {
      eventId,
      type: 'payment.recall',
      ...(isBack
        ? {
            severity: 'info',
            title: message('notice_recall_accepted_title'),
            message: message('notice_recall_accepted', what),
          }
        : {
            severity: 'warning',
            title: message('notice_recall_refused_title'),
            message: message('notice_recall_refused', what),
          }),
      link: `/pending-payment-domestic/detail/${paymentId}`,
    },
  );
};

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
