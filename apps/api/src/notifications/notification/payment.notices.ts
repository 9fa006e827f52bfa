import { defaultText } from '@larkmere/messages/format-message';
import { type Message, message } from '@larkmere/messages/message';
import { approvalCompleted, approvalRequested } from '../../approvals/approval/approval.ts';
import { compensationPaid, compensationReversed } from '../../back-office/compensation/compensation.ts';
import { answerOverdue, paymentDelayed } from '../../back-office/review/review.ts';
import { documentAccepted, documentRefused } from '../../checks/document/document.ts';
import { findCustomer } from '../../customers/customer/customer.ts';
import { payeeDecided } from '../../payees/payee/payee.ts';
import { type InstantPaymentEvent, instantPaymentStateChanged } from '../../payments/open-banking/open-banking.ts';
import {
  type PaymentEvent,
  paymentCancelled,
  paymentCompleted,
  paymentHeld,
  paymentRejected,
  paymentReturned,
  paymentSent,
  paymentSubmitted,
  paymentWaiting,
  recallAnswered,
} from '../../payments/payment/payment.ts';
import { type StandingOrderEvent, standingOrderUpdated } from '../../payments/standing-order/standing-order.ts';
import type { Subscription } from '../../platform/events/relay.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import {
  eventMoney,
  type NoticeRow,
  type NoticeText,
  notice,
  noticeText,
  textBy,
  user,
  usersWith,
  when,
} from './notification.ts';

type PaymentRef = Readonly<{ paymentId: string }>;
const ofPayment: Pick<NoticeRow<PaymentRef>, 'link' | 'about'> = {
  link: ({ paymentId }) => `/pending-payment-domestic/detail/${paymentId}`,
  about: ({ paymentId }) => ({ kind: 'payment', id: paymentId }),
};
const readers = usersWith('payment', 'statement');

const sumOf = ({ amount, currency, payeeName }: Pick<PaymentEvent, 'amount' | 'currency' | 'payeeName'>) => ({
  amount: eventMoney(amount, currency),
  payeeName,
});

/** Steps of a payment. While a team approves it, approvers get a notification of their own. */
const ofStep: Pick<NoticeRow<PaymentEvent>, 'readers' | 'link' | 'about' | 'pendingStatus' | 'supersedes'> = {
  ...ofPayment,
  readers: [user, when(({ owner }) => owner !== 'team', readers)],
  pendingStatus: (payment) => payment,
  // Outdated once a later notification about the payment arrives.
  supersedes: ['payment.held', 'payment.waiting', 'payment.submitted', 'payment.sent'],
};

const stepText =
  (
    severity: NoticeText['severity'],
    step: 'confirmed' | 'submitted' | 'sent' | 'returned' | 'rejected' | 'cancelled' | 'expired',
  ) =>
  (payment: PaymentEvent): NoticeText => ({
    ...noticeText(severity, `notice_payment_${step}`, sumOf(payment)),
    detail: payment.reason,
  });

/** Where it differs from what is said of other states. */
const waitingTexts: Readonly<
  Partial<
    Record<
      PaymentEvent['state'],
      Readonly<{
        severity?: 'warning';
        title?: Message;
        code?: 'notice_payment_still_with_bank' | 'notice_payment_not_arrived';
      }>
    >
  >
> = {
  scheduled: { title: message('notice_payment_scheduled_title') },
  awaiting_funds: { severity: 'warning', title: message('notice_payment_awaiting_funds_title') },
  submitted: { code: 'notice_payment_still_with_bank' },
  sent: { code: 'notice_payment_not_arrived' },
};

const toDeadline = (at: string) => ({ nextUpdateAt: at, deadlineAt: at });

const instantSum = ({ amount, currency, bankName }: InstantPaymentEvent) => ({
  amount: eventMoney(amount, currency),
  bankName,
});

const orderSum = ({ amount, currency, reference }: Pick<StandingOrderEvent, 'amount' | 'currency' | 'reference'>) => ({
  amount: eventMoney(amount, currency),
  reference,
});

export const paymentNotices: readonly Subscription[] = [
  notice(paymentHeld, 'notify-held', {
    ...ofStep,
    type: 'payment.held',
    text: stepText('info', 'confirmed'),
  }),
  notice(paymentWaiting, 'notify-waiting', {
    ...ofStep,
    type: 'payment.waiting',
    text: (payment) => {
      const {
        severity = 'info',
        title = message('notice_payment_waiting_title'),
        code = 'notice_payment_waiting',
      } = waitingTexts[payment.state] ?? {};
      return { severity, title, message: message(code, sumOf(payment)), detail: payment.reason };
    },
  }),
  notice(paymentSubmitted, 'notify-submitted', {
    ...ofStep,
    type: 'payment.submitted',
    text: stepText('info', 'submitted'),
  }),
  notice(paymentSent, 'notify-sent', { ...ofStep, type: 'payment.sent', text: stepText('info', 'sent') }),
  notice(paymentCompleted, 'notify-completed', {
    ...ofStep,
    type: 'payment.completed',
    text: (payment) => noticeText('success', 'notice_payment_completed', sumOf(payment)),
  }),
  notice(paymentReturned, 'notify-returned', {
    ...ofStep,
    type: 'payment.returned',
    text: stepText('warning', 'returned'),
  }),
  notice(paymentRejected, 'notify-rejected', {
    ...ofStep,
    type: 'payment.rejected',
    text: stepText('error', 'rejected'),
  }),
  notice(paymentCancelled, 'notify-cancelled', {
    ...ofStep,
    type: 'payment.cancelled',
    text: (payment) => stepText('info', payment.state === 'expired' ? 'expired' : 'cancelled')(payment),
  }),
  notice(recallAnswered, 'notify-recall', {
    ...ofPayment,
    type: 'payment.recall',
    readers: [user, readers],
    text: (payment) =>
      payment.outcome === 'accepted'
        ? noticeText('info', 'notice_recall_accepted', sumOf(payment))
        : noticeText('warning', 'notice_recall_refused', sumOf(payment)),
  }),
  notice(answerOverdue, 'notify-answer-missing', {
    ...ofPayment,
    type: 'payment.info_required',
    readers: [user, usersWith('payment')],
    text: ({ payeeName, dueAt }) =>
      noticeText('warning', 'notice_answer_needed', { payeeName, dueOn: londonDay(new Date(dueAt)) }),
    pendingStatus: ({ dueAt }) => ({
      owner: 'you',
      nextStep: defaultText('notice_answer_needed_next'),
      ...toDeadline(dueAt),
    }),
  }),
  notice(paymentDelayed, 'notify-payment-delayed', {
    ...ofPayment,
    type: 'payment.delayed',
    readers: [user, usersWith('payment')],
    text: ({ payeeName, deadlineAt }) =>
      noticeText('warning', 'notice_payment_delayed', {
        payeeName,
        decidedBy: londonDay(new Date(new Date(deadlineAt).getTime() - 1)),
      }),
    pendingStatus: ({ deadlineAt }) => ({
      owner: 'us',
      nextStep: defaultText('notice_payment_delayed_next'),
      ...toDeadline(deadlineAt),
    }),
  }),
  notice(compensationPaid, 'notify-compensation', {
    ...ofPayment,
    type: 'payment.compensated',
    readers: [user, readers],
    text: (compensation) => noticeText('success', 'notice_compensation_paid', sumOf(compensation)),
  }),
  notice(compensationReversed, 'notify-compensation-reversed', {
    ...ofPayment,
    type: 'payment.compensation_reversed',
    readers: [user, readers],
    text: (compensation) => noticeText('warning', 'notice_compensation_reversed', sumOf(compensation)),
  }),
  notice(documentAccepted, 'notify-document-accepted', {
    ...ofPayment,
    type: 'document.accepted',
    readers: [user, usersWith('payment')],
    text: ({ name: fileName, payeeName }) => noticeText('success', 'notice_document_accepted', { fileName, payeeName }),
  }),
  notice(documentRefused, 'notify-document-refused', {
    ...ofPayment,
    type: 'document.refused',
    readers: [user, usersWith('payment')],
    text: ({ name: fileName, payeeName, reason: detail }) => ({
      ...noticeText('warning', 'notice_document_refused', { fileName, payeeName }),
      detail,
    }),
  }),

  notice(payeeDecided, 'notify-payee', {
    type: 'payee.decided',
    readers: [user, usersWith('payee')],
    text: textBy('status', {
      approved: ({ name: payeeName }) => noticeText('success', 'notice_payee_approved', { payeeName }),
      pending: ({ name: payeeName }) => noticeText('info', 'notice_payee_checked', { payeeName }),
      reject: ({ name: payeeName, reason: detail }) => ({
        ...noticeText('warning', 'notice_payee_rejected', { payeeName }),
        detail,
      }),
      disabled: ({ name: payeeName, reason: detail }) => ({
        ...noticeText('warning', 'notice_payee_disabled', { payeeName }),
        detail,
      }),
    }),
    link: ({ currency, type, payeeId }) => `/payee/view/${currency.toLowerCase()}/${type}?uid=${payeeId}`,
  }),

  notice(approvalRequested, 'notify-approval-requested', {
    type: 'approval.requested',
    readers: [({ people }) => people],
    text: ({ makerName, title: description }) =>
      noticeText('info', 'notice_approval_requested', { makerName, description }),
    link: ({ requestId }) => `/team-approval?request=${requestId}`,
    about: ({ requestId }) => ({ kind: 'request', id: requestId }),
    pendingStatus: ({ expiresAt }) => ({
      owner: 'you',
      nextStep: defaultText('notice_approval_requested_next'),
      ...toDeadline(expiresAt),
    }),
  }),
  notice(approvalCompleted, 'notify-approval-completed', {
    type: 'approval.completed',
    readers: [({ makerId }) => [makerId]],
    text: ({ state, title: description, note }) =>
      state === 'recalled'
        ? undefined
        : {
            severity: state === 'approved' ? 'success' : 'warning',
            title: message(`notice_approval_${state}_title`),
            message: note
              ? message('notice_approval_completed_with_note', { description, note })
              : message('notice_approval_completed', { description }),
          },
    link: ({ link }) => link,
    about: ({ requestId }) => ({ kind: 'request', id: requestId }),
  }),

  notice(instantPaymentStateChanged, 'notify-instant-payment', {
    type: ({ state }) => `instant-payment.${state}`,
    readers: [user, usersWith('instant')],
    text: textBy('state', {
      credited: (payment) => noticeText('success', 'notice_instant_payment_credited', instantSum(payment)),
      rejected: (payment) => ({
        severity: 'error',
        title: message('notice_instant_payment_rejected_title'),
        message: message('notice_instant_payment_not_coming', instantSum(payment)),
        detail: payment.reason,
      }),
      expired: (payment) => ({
        severity: 'info',
        title: message('notice_instant_payment_expired_title'),
        message: message(
          payment.reason ? 'notice_instant_payment_not_coming' : 'notice_instant_payment_expired',
          instantSum(payment),
        ),
        detail: payment.reason,
      }),
      unknown: (payment) => ({
        ...noticeText('warning', 'notice_instant_payment_unknown', instantSum(payment)),
        detail: payment.reason,
      }),
      created: undefined, // The customer made these changes or sees them on the page.
      awaiting_authorisation: undefined,
      authorised: undefined,
      submitted: undefined,
      accepted: undefined,
      cancelled: undefined,
    }),
    link: async ({ customerId, paymentId }, tx) => {
      const customer = await findCustomer(tx, customerId);
      const page = customer?.kind === 'wallet' ? '/wallet/payment-topup?payment=' : '/instant-bank-payment/payment/';
      return `${page}${paymentId}`;
    },
    about: ({ paymentId }) => ({ kind: 'instant_payment', id: paymentId }),
    pendingStatus: ({ waiting }) => waiting,
  }),

  notice(standingOrderUpdated, 'notify-standing-order', {
    type: ({ step }) => `standing.${step}`,
    readers: [user, usersWith('standingorder')],
    text: textBy('step', {
      warning: ({ payDay, needed, missing, ...order }) =>
        noticeText('warning', 'notice_standing_order_short', {
          ...orderSum(order),
          payDay,
          needed: eventMoney(needed.amount, needed.currency),
          missing: eventMoney(missing.amount, missing.currency),
        }),
      retrying: ({ message: note, retryTime, ...order }) =>
        noticeText('warning', 'notice_standing_order_retrying', { ...orderSum(order), note, retryTime }),
      held: ({ message: note, until, ...order }) =>
        noticeText('warning', 'notice_standing_order_held', { ...orderSum(order), note, until: new Date(until) }),
      skipped: ({ payDay, message: note, ...order }) =>
        noticeText('warning', 'notice_standing_order_skipped', { ...orderSum(order), payDay, note }),
      failed: ({ payDay, message: note, ...order }) =>
        noticeText('error', 'notice_standing_order_failed', { ...orderSum(order), payDay, note }),
      blocked: ({ reference, message: note }) =>
        noticeText('error', 'notice_standing_order_blocked', { reference, note }),
      completed: ({ reference }) => noticeText('info', 'notice_standing_order_completed', { reference }),
    }),
    link: ({ orderId }) => `/standing-order?order=${orderId}`,
    about: ({ orderId }) => ({ kind: 'standing_order', id: orderId }),
  }),
];
