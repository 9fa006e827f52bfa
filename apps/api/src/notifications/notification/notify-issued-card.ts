import { type Message, message } from '@larkmere/messages/message';
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
import { type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
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
