import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import { isPositive } from '@larkmere/money/money';
import {
  type CardPaymentEvent,
  cardDisputeChanged,
  cardPaymentChanged,
  cardReceiptMissing,
  cardShortfallRecovered,
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
import { type TopUpEvent, topUpStateChanged } from '../../cards/top-up/top-up.ts';
import { pushLiveChange } from '../../platform/events/live.ts';
import { type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { present } from '../../platform/values/values.ts';
import {
  deliverNotice,
  eventMoney,
  except,
  holder,
  type NoticeRow,
  type NoticeText,
  notice,
  noticeText,
  owners,
  textBy,
  user,
  usersWith,
  when,
} from './notification.ts';

const cardLink = ({ cardId }: Readonly<{ cardId: string }>): string => `/card?card=${cardId}`;
const paymentLink = ({ cardId, paymentId }: Readonly<{ cardId: string; paymentId: string }>): string =>
  `/card?card=${cardId}&payment=${paymentId}`;

/** What the customer reads when a payment stops a card, and when its shortfall is paid, belongs to that payment. */
function changeOf({
  from,
  to,
  reason,
  reasonBefore,
}: IssuedCardStateChange): keyof typeof changeSeverities | undefined {
  switch (to) {
    case 'active':
      if (from === 'ordered') return 'ready';
      return from === 'stopped' && reasonBefore !== 'payment_shortfall' ? 'lifted' : undefined;
    case 'frozen':
      return from === 'stopped' ? undefined : 'frozen';
    case 'stopped':
      return reason === 'payment_shortfall' ? undefined : 'stopped';
    case 'closed':
      if (reason === 'order_cancelled') return 'rejected';
      return reason === 'order_returned' ? 'returned' : 'closed';
    case 'blocked':
    case 'expired':
    case 'rejected':
      return to;
    case 'ordered': // Its own event tells of the order, and another of its way.
    case 'inactive':
      return undefined;
  }
}

const changeSeverities = {
  ready: 'success',
  lifted: 'success',
  frozen: 'warning',
  stopped: 'warning',
  blocked: 'info',
  expired: 'info',
  closed: 'info',
  returned: 'warning',
  rejected: 'warning',
} as const satisfies Record<string, NoticeText['severity']>;

/** The holder always, and the owners where it is about their money, but not the person who did it. */
const cardChange: NoticeRow<IssuedCardStateChange> = {
  type: (event) => `card.${changeOf(event)}`,
  readers: [
    except(
      ({ byUserId }) => byUserId,
      holder,
      when((event) => ['stopped', 'returned', 'rejected'].includes(changeOf(event) ?? ''), owners),
    ),
  ],
  text: (event) => {
    const change = changeOf(event);
    if (change === 'rejected') return noticeText(changeSeverities[change], 'notice_card_rejected');
    return change && noticeText(changeSeverities[change], `notice_card_${change}`, { card: event.cardName });
  },
  link: cardLink,
};

const sumOf = ({ merchant: name, amount, currency }: Pick<CardPaymentEvent, 'merchant' | 'amount' | 'currency'>) => ({
  amount: eventMoney(amount, currency),
  name,
});

const isShort = ({ step, missing, currency }: CardPaymentEvent): boolean =>
  step === 'cleared' && isPositive(eventMoney(missing, currency));

function declinedText(event: CardPaymentEvent): NoticeText {
  const { amount, name } = sumOf(event);
  const limit = event.declineLimit === null ? null : eventMoney(event.declineLimit, event.currency);
  const reason = declineMessage(present(event.declineCode, 'the code of a decline'), limit);
  return {
    severity: 'warning',
    title: message('notice_card_declined_title'),
    message: isPositive(amount)
      ? message('notice_card_declined', { amount, name })
      : message('notice_card_declined_unknown', { name }),
    detail: formatMessage(defaultLanguage, reason),
  };
}

function clearedText(event: CardPaymentEvent): NoticeText | undefined {
  const { missing, currency, wasHeld } = event;
  if (isShort(event))
    return noticeText('warning', 'notice_card_short', { ...sumOf(event), missing: eventMoney(missing, currency) });
  if (wasHeld) return undefined;
  return {
    severity: 'info',
    title: message('notice_card_paid_title'),
    message: message('notice_card_presented', sumOf(event)),
  };
}

const isReversed = ({ state }: TopUpEvent): boolean => state === 'refunded' || state === 'charged_back';

const topUpSum = ({ amount, currency, cardName: card }: TopUpEvent) => ({ amount: eventMoney(amount, currency), card });

const reversedText =
  (state: 'refunded' | 'charged_back') =>
  (topUp: TopUpEvent): NoticeText => {
    const missing = eventMoney(topUp.missing, topUp.currency);
    return {
      severity: 'warning',
      title: message(`notice_top_up_${state}_title`),
      message: isPositive(missing)
        ? message('notice_top_up_short', { card: topUp.cardName, missing })
        : message(`notice_top_up_${state}`, topUpSum(topUp)),
    };
  };

export const cardNotices: readonly Subscription[] = [
  notice(issuedCardOrdered, 'notify-card-ordered', {
    type: 'card.ordered',
    readers: [holder, owners],
    text: ({ isRenewal }) => ({
      severity: 'info',
      title: message('notice_card_ordered_title'),
      message: message(isRenewal ? 'notice_card_renewed' : 'notice_card_ordered'),
    }),
    link: cardLink,
  }),
  notice(issuedCardShipped, 'notify-card-shipped', {
    type: 'card.shipped',
    readers: [holder],
    text: ({ cardName: card, expectedOn: day }) => ({
      severity: 'info',
      title: message('notice_card_shipped_title'),
      message:
        day === null ? message('notice_card_shipped', { card }) : message('notice_card_shipped_until', { card, day }),
    }),
    link: cardLink,
  }),
  transactionalHandler(issuedCardStateChanged, 'notify-card-state', async (ctx, delivery) => {
    await deliverNotice(cardChange)(ctx, delivery);
    const { customerId, holderId, byUserId } = delivery.payload;
    // The person who did it may have the card open in another window.
    const silent = new Set([
      ...(byUserId === null ? [] : [byUserId]),
      ...(changeOf(delivery.payload) ? [] : [holderId]),
    ]);
    for (const userId of silent) await pushLiveChange(ctx.tx, { userId, customerId });
  }),
  notice(issuedCardPinChanged, 'notify-card-pin', {
    type: 'card.pin_changed',
    readers: [holder],
    text: ({ cardName: card }) => noticeText('warning', 'notice_card_pin_changed', { card }),
    link: cardLink,
  }),
  notice(issuedCardRevealed, 'notify-card-revealed', {
    type: 'card.revealed',
    readers: [holder],
    text: ({ what, cardName: card }) => ({
      severity: 'warning',
      title: message('notice_card_shown_title'),
      message: message(what === 'pin' ? 'notice_card_pin_shown' : 'notice_card_details_shown', { card }),
    }),
    link: cardLink,
  }),

  // The holder knows of what they paid at once, and of declines and refunds. What was held before is not repeated.
  notice(cardPaymentChanged, 'notify-card-payment', {
    type: (event) => {
      if (event.step === 'declined' || event.step === 'refunded') return `card.${event.step}`;
      return isShort(event) ? 'card.short' : 'card.paid';
    },
    readers: [holder, when(isShort, owners)],
    text: textBy('step', {
      authorised: (event) => noticeText('info', 'notice_card_paid', sumOf(event)),
      increased: (event) => noticeText('info', 'notice_card_paid', sumOf(event)),
      declined: declinedText,
      refunded: (event) => noticeText('success', 'notice_card_refunded', sumOf(event)),
      cleared: clearedText,
      verified: undefined, // Nothing was paid, or it is what the holder saw before.
      partly_released: undefined,
      released: undefined,
    }),
    link: paymentLink,
  }),
  notice(cardDisputeChanged, 'notify-card-dispute', {
    type: 'card.dispute',
    readers: [user, holder],
    text: ({ merchant: name, state, answerBy: day }) => {
      if (state === 'opened') return undefined;
      const reason = message(`card_dispute_${state}`);
      const isUrgent = state === 'documents_wanted';
      return {
        severity: isUrgent || state === 'rejected' ? 'warning' : state === 'won' ? 'success' : 'info',
        title: message('notice_card_dispute_title', { name }),
        message:
          isUrgent && day
            ? message('notice_card_dispute_until', { reason, day })
            : message('notice_card_dispute', { reason }),
      };
    },
    link: paymentLink,
  }),
  notice(cardReceiptMissing, 'notify-card-receipt', {
    type: 'card.receipt_missing',
    readers: [holder],
    text: ({ merchant: name, day }) => noticeText('info', 'notice_card_receipt_missing', { name, day }),
    link: paymentLink,
  }),
  notice(cardShortfallRecovered, 'notify-card-shortfall-recovered', {
    type: 'card.recovered',
    readers: [({ holderIds }) => holderIds, owners],
    text: ({ isUsable, currency, ...event }) =>
      noticeText('success', isUsable ? 'notice_card_recovered' : 'notice_card_recovered_only', {
        amount: eventMoney(event.amount, currency),
      }),
    link: cardLink,
  }),

  notice(topUpStateChanged, 'notify-top-up', {
    type: ({ state }) => `top_up.${state}`,
    readers: [user, usersWith('payment', 'statement')],
    text: textBy('state', {
      captured: (topUp) => noticeText('success', 'notice_top_up_captured', topUpSum(topUp)),
      expired: (topUp) => noticeText('info', 'notice_top_up_expired', topUpSum(topUp)),
      refunded: reversedText('refunded'),
      charged_back: reversedText('charged_back'),
      created: undefined, // The customer made these changes or sees them on the page.
      awaiting_challenge: undefined,
      authorised: undefined,
      declined: undefined,
      cancelled: undefined,
    }),
    link: (topUp) =>
      isReversed(topUp)
        ? `/wallet/account/${topUp.currency}/${topUp.bankholderId}`
        : `/wallet/payment-topup?uid=${topUp.topUpId}`,
    about: ({ bankholderId }) => ({ kind: 'accounts', accounts: [bankholderId] }),
  }),
];
