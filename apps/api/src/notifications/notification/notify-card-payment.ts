import type { CardPaymentDeclineCode } from '@larkmere/contract/cards/card-issuer';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import { isPositive } from '@larkmere/money/money';
import {
  type CardDisputeEvent,
  type CardPaymentEvent,
  type CardReceiptMissing,
  type CardShortfallRecovered,
  declineMessage,
} from '../../cards/card-payment/card-payment.ts';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { type NoticeText, notify } from './notification.ts';

type PaymentRef = Readonly<{ cardId: string; paymentId: string }>;
const linkOf = ({ cardId, paymentId }: PaymentRef): string => `/card?card=${cardId}&payment=${paymentId}`;

/** The holder knows of what they paid at once, and of declines and refunds. What was held before is not repeated. */
export const notifyCardPayment: TransactionalHandler<CardPaymentEvent> = async (ctx, { eventId, payload }) => {
  const found = toNotice(payload);
  if (!found) return;
  const { type, isForOwners, ...text } = found;
  const { customerId, holderId } = payload;
  const people = new Set([holderId, ...(isForOwners ? await selectOwnerIds(ctx.tx, customerId) : [])]);
  await notify(ctx, { customerId, people, about: { kind: 'none' } }, { eventId, type, link: linkOf(payload), ...text });
};

type Found = NoticeText & Readonly<{ type: string; isForOwners?: true }>;

function toNotice(event: CardPaymentEvent): Found | undefined {
  const { step, merchant: name, currency } = event;
  const amount = eventMoney(event.amount, currency);
  const missing = eventMoney(event.missing, currency);
  switch (step) {
    case 'authorised':
    case 'increased':
      return paid('info', message('notice_card_paid', { amount, name }));
    case 'declined':
      return declined(event);
    case 'refunded':
      return {
        type: 'card.refunded',
        severity: 'success',
        title: message('notice_card_refunded_title'),
        message: message('notice_card_refunded', { amount, name }),
      };
    case 'cleared':
      if (isPositive(missing))
        return {
          type: 'card.short',
          severity: 'warning',
          isForOwners: true,
          title: message('notice_card_short_title'),
          message: message('notice_card_short', { amount, name, missing }),
        };
      return event.wasHeld ? undefined : paid('info', message('notice_card_presented', { amount, name }));
    case 'verified': // Nothing was paid, or it is what the holder saw before.
    case 'partly_released':
    case 'released':
      return undefined;
  }
}

const paid = (severity: 'info', text: NoticeText['message']): Found => ({
  type: 'card.paid',
  severity,
  title: message('notice_card_paid_title'),
  message: text,
});

function declined({ merchant: name, currency, declineCode, declineLimit, ...event }: CardPaymentEvent): Found {
  const amount = eventMoney(event.amount, currency);
  const limit = declineLimit === null ? null : eventMoney(declineLimit, currency);
  const reason = declineMessage(declineCode as CardPaymentDeclineCode, limit);
  return {
    type: 'card.declined',
    severity: 'warning',
    title: message('notice_card_declined_title'),
    message: isPositive(amount)
      ? message('notice_card_declined', { amount, name })
      : message('notice_card_declined_unknown', { name }),
    detail: formatMessage(defaultLanguage, reason),
  };
}

export const notifyCardDispute: TransactionalHandler<CardDisputeEvent> = async (ctx, { eventId, payload }) => {
  const { customerId, holderId, userId, merchant: name, state, answerBy: day } = payload;
  if (state === 'opened') return;
  const reason = message(`card_dispute_${state}`);
  const isUrgent = state === 'documents_wanted';
  await notify(
    ctx,
    { customerId, people: new Set([userId, holderId]), about: { kind: 'none' } },
    {
      eventId,
      type: 'card.dispute',
      severity: isUrgent || state === 'rejected' ? 'warning' : state === 'won' ? 'success' : 'info',
      link: linkOf(payload),
      title: message('notice_card_dispute_title', { name }),
      message:
        isUrgent && day
          ? message('notice_card_dispute_until', { reason, day })
          : message('notice_card_dispute', { reason }),
    },
  );
};

export const notifyReceiptMissing: TransactionalHandler<CardReceiptMissing> = async (ctx, { eventId, payload }) => {
  const { customerId, holderId, merchant: name, day } = payload;
  await notify(
    ctx,
    { customerId, people: [holderId], about: { kind: 'none' } },
    {
      eventId,
      type: 'card.receipt_missing',
      severity: 'info',
      link: linkOf(payload),
      title: message('notice_card_receipt_missing_title'),
      message: message('notice_card_receipt_missing', { name, day }),
    },
  );
};

export const notifyShortfallRecovered: TransactionalHandler<CardShortfallRecovered> = async (
  ctx,
  { eventId, payload },
) => {
  const { customerId, cardId, holderIds, currency, isUsable } = payload;
  const people = new Set([...holderIds, ...(await selectOwnerIds(ctx.tx, customerId))]);
  const amount = eventMoney(payload.amount, currency);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'none' } },
    {
      eventId,
      type: 'card.recovered',
      severity: 'success',
      link: `/card?card=${cardId}`,
      title: message(isUsable ? 'notice_card_recovered_title' : 'notice_card_recovered_only_title'),
      message: message(isUsable ? 'notice_card_recovered' : 'notice_card_recovered_only', { amount }),
    },
  );
};
