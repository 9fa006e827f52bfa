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
  paymentWaiting,
  recallAnswered,
} from '../../payments/payment/payment.ts';
import { type StandingOrderEvent, standingOrderUpdated } from '../../payments/standing-order/standing-order.ts';
import type { Subscription } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { formatDate, formatTime } from '../../platform/time/format-date.ts';
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
/** News of a payment replaces what was said of it before. */
const newsOfPayment: Pick<NoticeRow<PaymentRef>, 'link' | 'about' | 'follows'> = {
  ...ofPayment,
  follows: ({ paymentId }) => `payment:${paymentId}`,
};
const readers = usersWith('payment', 'statement');

const sumOf = ({ amount, currency, payeeName }: Pick<PaymentEvent, 'amount' | 'currency' | 'payeeName'>) => ({
  amount: eventMoney(amount, currency),
  payeeName,
});

/** While a team approves it, approvers get a notification of their own. */
const ofStep: Pick<NoticeRow<PaymentEvent>, 'readers' | 'link' | 'about' | 'follows'> = {
  ...newsOfPayment,
  readers: [user, when(({ owner }) => owner !== 'team', readers)],
};

/** As the state of the payment's page names it, with why if somebody decided so. */
const stepText =
  (severity: NoticeText['severity'], step: 'completed' | 'returned' | 'rejected' | 'cancelled' | 'expired') =>
  (payment: PaymentEvent): NoticeText => ({
    ...noticeText(severity, `notice_payment_${step}`, sumOf(payment)),
    detail: payment.reason,
  });

const dayOrTime = (at: Date, now: Date): string => (londonDay(at) === londonDay(now) ? formatTime(at) : formatDate(at));

/** Said once: what happens between the payer and the bank stands on the payment's page. */
function sentText(payment: PaymentEvent, { now }: Pick<Ctx, 'now'>): NoticeText {
  const by = payment.arrivesBy ? new Date(payment.arrivesBy) : undefined;
  const isInstant = !by || by.getTime() - now.getTime() <= instantMs;
  return {
    severity: 'info',
    title: message('notice_payment_sent_title'),
    message: isInstant
      ? message('notice_payment_sent', sumOf(payment))
      : message('notice_payment_sent_until', { ...sumOf(payment), arrivesBy: dayOrTime(by, now) }),
  };
}
const instantMs = 2 * 60_000;

/** One sentence, and a second one if the reader has to do something. */
function waitingText(payment: PaymentEvent): NoticeText | undefined {
  const { state, owner, reason, nextStep, nextUpdateAt } = payment;
  // What staff asked, or why they refused a document, is the reason.
  const next = owner === 'you' ? nextStep : null;
  const detail = state === 'info_required' ? [reason, next].filter(Boolean).join(' ') : next;
  const texts = waitingTexts[state];
  if (!texts) return undefined;
  const { severity = 'info', title = message('notice_payment_waiting_title'), text } = texts;
  const day = londonDay(new Date(nextUpdateAt ?? 0));
  return { severity, title, message: text(sumOf(payment), day), detail };
}

type WaitingText = Readonly<{
  severity?: 'warning';
  title?: Message;
  text: (sum: ReturnType<typeof sumOf>, day: string) => Message;
}>;

const waitingTexts: Readonly<Partial<Record<PaymentEvent['state'], WaitingText>>> = {
  draft: { text: (sum) => message('notice_payment_draft', sum) },
  awaiting_approval: { text: (sum) => message('notice_payment_awaiting_approval', sum) },
  awaiting_sca: { text: (sum) => message('notice_payment_awaiting_sca', sum) },
  scheduled: {
    title: message('notice_payment_scheduled_title'),
    text: (sum, day) => message('notice_payment_scheduled', { ...sum, day }),
  },
  awaiting_funds: {
    severity: 'warning',
    title: message('notice_payment_awaiting_funds_title'),
    text: (sum) => message('notice_payment_awaiting_funds', sum),
  },
  screening: { text: (sum) => message('notice_payment_in_review', sum) },
  in_review: { text: (sum) => message('notice_payment_in_review', sum) },
  info_required: {
    severity: 'warning',
    title: message('notice_payment_info_required_title'),
    text: (sum) => message('notice_payment_info_required', sum),
  },
  ready: { text: (sum) => message('notice_payment_held_back', sum) },
  submitted: { text: (sum) => message('notice_payment_late', sum) },
  sent: { text: (sum) => message('notice_payment_late', sum) },
};

const instantSum = ({ amount, currency, bankName }: InstantPaymentEvent) => ({
  amount: eventMoney(amount, currency),
  bankName,
});

const orderSum = ({ amount, currency, reference }: Pick<StandingOrderEvent, 'amount' | 'currency' | 'reference'>) => ({
  amount: eventMoney(amount, currency),
  reference,
});

export const paymentNotices: readonly Subscription[] = [
  notice(paymentHeld, 'notify-held', { ...ofStep, type: 'payment.sent', text: sentText }),
  notice(paymentSent, 'notify-sent', { ...ofStep, type: 'payment.sent', text: sentText }),
  notice(paymentWaiting, 'notify-waiting', { ...ofStep, type: 'payment.waiting', text: waitingText }),
  notice(paymentCompleted, 'notify-completed', {
    ...ofStep,
    type: 'payment.completed',
    text: (payment) => stepText('success', 'completed')({ ...payment, reason: null }),
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
    ...newsOfPayment,
    type: 'payment.recall',
    readers: [user, readers],
    text: (payment) =>
      payment.outcome === 'accepted'
        ? noticeText('info', 'notice_recall_accepted', sumOf(payment))
        : noticeText('warning', 'notice_recall_refused', sumOf(payment)),
  }),
  notice(answerOverdue, 'notify-answer-missing', {
    ...newsOfPayment,
    type: 'payment.info_required',
    readers: [user, usersWith('payment')],
    text: ({ payeeName, dueAt }) =>
      noticeText('warning', 'notice_answer_needed', { payeeName, dueOn: londonDay(new Date(dueAt)) }),
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
  // Entries of their own: the payment changes in the same moment, and would hide why a document was refused.
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
    text: ({ makerName, title: description, expiresAt }) =>
      noticeText('info', 'notice_approval_requested', {
        makerName,
        description,
        dueOn: londonDay(new Date(expiresAt)),
      }),
    link: ({ requestId }) => `/team-approval?request=${requestId}`,
    about: ({ requestId }) => ({ kind: 'request', id: requestId }),
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
