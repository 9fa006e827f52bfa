/**
 * A card of a customer, issued by any bank, with which money is added to a wallet. Number and expiry are typed at the
 * processor, which gives us a token; we keep that, the brand and the last four digits. Removing a card here also
 * deletes it at the processor.
 */

import type { CardBrand, CardFunding } from '@larkmere/contract/cards/card';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { type CardOwner, type CardRow, insertCard, markUsed, selectCard, selectCardByVaultId } from './card.sql.ts';

export { binLookupPurge } from './card.sql.ts';
export type { CardFacts, CardPaymentReply, CardProcessor } from './rails/card-processor.ts';

/** The card was removed here and is still to be deleted at the processor. */
export const cardRemoved = defineEvent<Readonly<{ cardId: string; vaultId: string }>>('card.removed');

export const brandNames: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  other: 'Card',
};

/** As customers read it, such as `Visa ··4242`. */
export const cardName = ({ brand, last4 }: Readonly<{ brand: CardBrand; last4: string }>): string =>
  `${brandNames[brand]} ··${last4}`;

/** Refuses `not_found` for cards of others and removed ones, and `card_not_accepted` for an expired one. */
export async function requireUsableCard({ tx, actor, now }: CustomerCtx, id: string): Promise<CardRow> {
  const card = await selectCard(tx, actor, id);
  if (!card) throw new Refusal('not_found');
  if (isExpired(card, now)) throw new Refusal('card_not_accepted', { reason: message('card_expired') });
  return card;
}

/** Why money cannot be added with such a card; undefined if it can. */
export function fundingFault(
  { brand, funding }: Readonly<{ brand: CardBrand; funding: CardFunding | null }>,
  accepted: readonly string[],
): Message | undefined {
  if (brand === 'other') return message('card_brand_not_accepted');
  if (funding === null || accepted.includes(funding)) return undefined;
  return message(`card_${funding}_not_accepted`);
}

type NewCard = CardOwner &
  Readonly<{
    vaultId: string;
    brand: CardBrand;
    funding: CardFunding;
    last4: string;
    expiryMonth: number;
    expiryYear: number;
    country: string;
    holderName: string;
  }>;

/** Keeps the token of a card once, however often the processor names it. Returns the id of the card. */
export async function saveCard(ctx: Ctx, card: NewCard): Promise<string> {
  const { tx } = ctx;
  const known = await selectCardByVaultId(tx, card.vaultId);
  if (known) return known.id;
  const id = v7();
  await insertCard(tx, {
    id,
    customerId: card.customerId,
    userId: card.userId,
    vaultId: card.vaultId,
    brand: card.brand,
    funding: card.funding,
    last4: card.last4,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    holderName: card.holderName,
    issuerCountry: card.country,
  });
  await audit(ctx, 'card.saved', `card:${id}`, { brand: card.brand, last4: card.last4 });
  return id;
}

export const noteCardUse = (tx: Tx, id: string): Promise<unknown> => markUsed(tx, id);

export async function deleteAtProcessor(ctx: Ctx, { id, vaultId }: CardRow): Promise<void> {
  await audit(ctx, 'card.removed', `card:${id}`);
  await emit(ctx, cardRemoved, { cardId: id, vaultId });
}

/** A card is valid to the end of its last month. */
export const isExpired = (
  { expiryYear: year, expiryMonth: month }: Readonly<{ expiryYear: number; expiryMonth: number }>,
  now: Date,
): boolean => year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
