import type { CardPaymentDeclineCode } from '@larkmere/contract/cards/card-issuer';
import type { IssuedCardState } from '@larkmere/contract/cards/issued-card';
import { defaultText } from '@larkmere/messages/format-message';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { IssuedCard } from './issued-card.sql.ts';

/** What a card event is about. */
type CardRef = Readonly<{
  cardId: string;
  customerId: string;
  holderId: string;
  /** As people read it, such as `Visa ··4417`. */
  cardName: string;
  at: string;
}>;

export type IssuedCardStateChange = CardRef &
  Readonly<{
    from: IssuedCardState;
    to: IssuedCardState;
    /** The person of the customer who did it. Null: we, or the processor. */
    byUserId: string | null;
    reason: string | null;
    /** Why it was frozen, stopped or blocked until now. */
    reasonBefore: string | null;
  }>;
export const issuedCardStateChanged = defineEvent<IssuedCardStateChange>('issued_card.state_changed');

/** An order that the processor has to be given. */
export const issuedCardOrdered = defineEvent<CardRef & Readonly<{ byUserId: string | null; isRenewal: boolean }>>(
  'issued_card.ordered',
);

export const issuedCardShipped = defineEvent<
  CardRef & Readonly<{ tracking: string | null; expectedOn: string | null }>
>('issued_card.shipped');

export const issuedCardRevealed = defineEvent<CardRef & Readonly<{ what: 'details' | 'pin' }>>('issued_card.revealed');

export const issuedCardPinChanged = defineEvent<CardRef>('issued_card.pin_changed');

const declineCodes: Readonly<Record<IssuedCardState, CardPaymentDeclineCode | null>> = {
  ordered: 'card_inactive',
  inactive: 'card_inactive',
  active: null,
  frozen: 'card_frozen',
  stopped: 'card_stopped',
  blocked: 'card_blocked',
  expired: 'card_expired',
  closed: 'card_blocked',
  rejected: 'card_blocked',
};

/** Why the card itself pays nothing at this time. Limits, switches and the account are other questions. */
export function cardDeclineFor(card: IssuedCard, now: Date): CardPaymentDeclineCode | null {
  const end = expiryOf(card);
  return declineCodes[card.state] ?? (end !== null && end <= now ? 'card_expired' : null);
}

/** The end of the last day on which the card works, in UTC. Null until it is issued. */
export const expiryOf = ({ expiryYear, expiryMonth }: IssuedCard): Date | null =>
  expiryYear === null || expiryMonth === null ? null : new Date(Date.UTC(expiryYear, expiryMonth, 1));

const brandNames = { visa: 'Visa', mastercard: 'Mastercard' } as const;

export const issuedCardName = ({ brand, last4 }: Pick<IssuedCard, 'brand' | 'last4'>): string =>
  last4 === null
    ? defaultText('issued_card_new')
    : `${brandNames[brand as keyof typeof brandNames] ?? 'Card'} ··${last4}`;

export const cardRef = (card: IssuedCard, now: Date): CardRef => ({
  cardId: card.id,
  customerId: card.customerId,
  holderId: card.holderId,
  cardName: issuedCardName(card),
  at: now.toISOString(),
});
