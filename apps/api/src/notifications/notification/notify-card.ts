import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, message } from '@larkmere/messages/message';
import { isPositive } from '@larkmere/money/money';
import {
  type CardDisputeEvent,
  type CardPaymentEvent,
  type CardReceiptMissing,
  type CardShortfallRecovered,
  declineMessage,
} from '../../cards/card-payment/card-payment.ts';
import {
  type IssuedCardStateChange,
  issuedCardOrdered,
  issuedCardPinChanged,
  issuedCardRevealed,
  issuedCardShipped,
  issuedCardStateChanged,
} from '../../cards/issued-card/issued-card.ts';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
import { pushLiveChange } from '../../platform/events/live.ts';
import { type Subscription, type TransactionalHandler, transactionalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { eventMoney } from './event-money.ts';
import { type NoticeText, notify } from './notification.ts';

type About = Readonly<{ cardId: string; customerId: string; holderId: string }>;
type CardNotice = NoticeText & Readonly<{ type: string; toOwners?: boolean }>;

const notice = (type: string, severity: NoticeText['severity'], title: Message, text: Message): CardNotice => ({
  type: `card.${type}`,
  severity,
  title,
  message: text,
});

/** The holder always, and the owners where it is about their money, but not the person who did it. */
async function notifyPeople(
  ctx: Ctx,
  eventId: bigint,
  card: About,
  { toOwners, ...cardNotice }: CardNotice,
  by: string | null = null,
) {
  const { cardId, customerId, holderId } = card;
  const people = new Set([holderId, ...(toOwners ? await selectOwnerIds(ctx.tx, customerId) : [])]);
  if (by !== null) people.delete(by);
  const link = `/card?card=${cardId}`;
  await notify(ctx, { customerId, people, about: { kind: 'none' } }, { eventId, link, ...cardNotice });
}

const notIssued: CardNotice = {
  ...notice('rejected', 'warning', message('notice_card_rejected_title'), message('notice_card_rejected')),
  toOwners: true,
};

/** What the customer reads when a payment stops a card, and when its shortfall is paid, belongs to that payment. */
function stateNotice(event: IssuedCardStateChange): CardNotice | undefined {
  const { from, to, cardName: card, reason, reasonBefore } = event;
  switch (to) {
    case 'active':
      if (from === 'ordered')
        return notice('ready', 'success', message('notice_card_ready_title'), message('notice_card_ready', { card }));
      if (from !== 'stopped' || reasonBefore === 'payment_shortfall') return undefined;
      return notice('lifted', 'success', message('notice_card_lifted_title'), message('notice_card_lifted', { card }));
    case 'frozen':
      if (from === 'stopped') return undefined;
      return notice('frozen', 'warning', message('notice_card_frozen_title'), message('notice_card_frozen', { card }));
    case 'stopped': {
      if (reason === 'payment_shortfall') return undefined;
      const title = message('notice_card_stopped_title');
      return { ...notice('stopped', 'warning', title, message('notice_card_stopped', { card })), toOwners: true };
    }
    case 'blocked':
      return notice('blocked', 'info', message('notice_card_blocked_title'), message('notice_card_blocked', { card }));
    case 'expired':
      return notice('expired', 'info', message('notice_card_expired_title'), message('notice_card_expired', { card }));
    case 'closed':
      if (reason === 'order_cancelled') return notIssued;
      if (reason === 'order_returned') {
        const title = message('notice_card_returned_title');
        return { ...notice('returned', 'warning', title, message('notice_card_returned', { card })), toOwners: true };
      }
      return notice('closed', 'info', message('notice_card_closed_title'), message('notice_card_closed', { card }));
    case 'rejected':
      return notIssued;
    case 'ordered': // Its own event tells of the order, and another of its way.
    case 'inactive':
      return undefined;
  }
}

export const issuedCardNotifications: readonly Subscription[] = [
  transactionalHandler(issuedCardOrdered, 'notify-card-ordered', async (ctx, { eventId, payload }) => {
    const title = message('notice_card_ordered_title');
    const text = message(payload.isRenewal ? 'notice_card_renewed' : 'notice_card_ordered');
    await notifyPeople(ctx, eventId, payload, { ...notice('ordered', 'info', title, text), toOwners: true });
  }),
  transactionalHandler(issuedCardShipped, 'notify-card-shipped', async (ctx, { eventId, payload }) => {
    const { cardName: card, expectedOn } = payload;
    const text =
      expectedOn === null
        ? message('notice_card_shipped', { card })
        : message('notice_card_shipped_until', { card, day: expectedOn });
    await notifyPeople(ctx, eventId, payload, notice('shipped', 'info', message('notice_card_shipped_title'), text));
  }),
  transactionalHandler(issuedCardStateChanged, 'notify-card-state', async (ctx, { eventId, payload }) => {
    const cardNotice = stateNotice(payload);
    const { customerId, holderId, byUserId } = payload;
    if (cardNotice) await notifyPeople(ctx, eventId, payload, cardNotice, byUserId);
    // The person who did it may have the card open in another window.
    const silent = new Set([...(byUserId === null ? [] : [byUserId]), ...(cardNotice ? [] : [holderId])]);
    for (const userId of silent) await pushLiveChange(ctx.tx, { userId, customerId });
  }),
  transactionalHandler(issuedCardPinChanged, 'notify-card-pin', async (ctx, { eventId, payload }) => {
    const text = message('notice_card_pin_changed', { card: payload.cardName });
    const title = message('notice_card_pin_changed_title');
    await notifyPeople(ctx, eventId, payload, notice('pin_changed', 'warning', title, text));
  }),
  transactionalHandler(issuedCardRevealed, 'notify-card-revealed', async (ctx, { eventId, payload }) => {
    const { cardName: card, what } = payload;
    const text = message(what === 'pin' ? 'notice_card_pin_shown' : 'notice_card_details_shown', { card });
    await notifyPeople(ctx, eventId, payload, notice('revealed', 'warning', message('notice_card_shown_title'), text));
  }),
];

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
  const reason = declineMessage(present(declineCode, 'the code of a decline'), limit);
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
