import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { nullableTextColumn, numberColumn, type Row, textColumn } from '../store.ts';
import { type Brand, generateCardNumber, randomDigits } from './card-number.ts';
import { cancelOrder, completeOrder, findOrder, placeOrder, viewOrder } from './card-order.ts';

const yearsValid = 4;

const Delivery = z.object({
  name: z.string().min(1).max(70),
  lines: z.array(z.string().min(1).max(70)).min(1).max(3),
  city: z.string().min(1).max(70),
  postcode: z.string().max(12),
  country: z.string().regex(/^[A-Z]{2}$/),
});

export const CardOrderDocument = z
  .object({
    cardId: z.uuid().toLowerCase(),
    kind: z.enum(['virtual', 'physical']),
    currency: z.string().regex(/^[A-Z]{3}$/),
    holderName: z.string().regex(/^[\p{L}\p{N} .,'’&/-]{1,26}$/u),
    brand: z.enum(['visa', 'mastercard']).default('visa'),
    replaces: z.uuid().toLowerCase().optional(),
    delivery: Delivery.optional(),
  })
  .refine(({ kind, delivery }) => kind === 'virtual' || delivery, 'A physical card needs an address');
export type CardOrderDocument = z.infer<typeof CardOrderDocument>;

export type CardState = 'inactive' | 'active' | 'frozen' | 'blocked' | 'closed';

export type IssuedCard = Readonly<{
  cardId: string;
  document: string;
  brand: Brand;
  number: string;
  cvc: string;
  pin: string;
  wrongPins: number;
  expiryMonth: number;
  expiryYear: number;
  currency: string;
  holderName: string;
  state: CardState;
  isActivated: boolean;
  /** Printed in the letter that comes with a physical card. */
  letterCode: string | null;
}>;

export function findCard(bank: Bank, cardId: string): IssuedCard | undefined {
  const row = bank.store.one('select * from ci_card where card_id = ?', cardId.toLowerCase());
  return row && toCard(row);
}

export function requireCard(bank: Bank, cardId: string): IssuedCard {
  const card = findCard(bank, cardId);
  if (!card) throw new Error(`the issuer has no card ${cardId}`);
  return card;
}

export const listCards = (bank: Bank, most: number): IssuedCard[] =>
  bank.store.all('select * from ci_card order by rowid desc limit ?', most).map(toCard);

/** The same document again gets the same card. `document` is the order as received. */
export function orderCard(
  bank: Bank,
  document: string,
  order: CardOrderDocument,
): IssuedCard | 'conflict' | 'unusable' {
  const known = findCard(bank, order.cardId);
  if (known) return known.document === document ? known : 'conflict';
  const replaced = order.replaces === undefined ? undefined : findCard(bank, order.replaces);
  if (order.replaces !== undefined && !replaced) return 'unusable';
  const now = new Date(bank.now());
  const isVirtual = order.kind === 'virtual';
  bank.store.insert('ci_card', {
    card_id: order.cardId,
    document,
    brand: order.brand,
    number: generateUnusedNumber(bank, order.brand),
    cvc: randomDigits(3),
    pin: replaced?.pin ?? randomDigits(4),
    expiry_month: now.getUTCMonth() + 1,
    expiry_year: now.getUTCFullYear() + yearsValid,
    currency: order.currency,
    holder_name: order.holderName,
    state: isVirtual ? 'active' : 'inactive',
    activated: isVirtual ? 1 : 0,
    letter_code: isVirtual ? null : randomDigits(6),
    created_at: bank.now(),
  });
  if (order.delivery) placeOrder(bank, order.cardId, [...order.delivery.lines, order.delivery.city].join(' '));
  return requireCard(bank, order.cardId);
}

function generateUnusedNumber(bank: Bank, brand: Brand): string {
  for (;;) {
    const number = generateCardNumber(brand);
    if (!bank.store.one('select 1 from ci_card where number = ?', number)) return number;
  }
}

/** Blocked and closed are final. A card that was never activated becomes inactive again, not active. */
export function changeCardState(bank: Bank, card: IssuedCard, to: Exclude<CardState, 'inactive'>): IssuedCard {
  if (card.state === 'blocked' || card.state === 'closed') return card;
  setState(bank, card, to === 'active' && !card.isActivated ? 'inactive' : to);
  if (to === 'blocked' || to === 'closed') cancelOrder(bank, card.cardId);
  return requireCard(bank, card.cardId);
}

export function activateCard(bank: Bank, card: IssuedCard, code: string): IssuedCard | 'wrong_code' | 'refused' {
  if (card.letterCode === null || card.state === 'blocked' || card.state === 'closed') return 'refused';
  if (card.letterCode !== code) return 'wrong_code';
  if (card.isActivated) return card;
  const order = findOrder(bank, card.cardId);
  if (order && !['shipped', 'delivered'].includes(order.state)) return 'refused';
  bank.store.run('update ci_card set activated = 1 where card_id = ?', card.cardId);
  if (card.state === 'inactive') setState(bank, card, 'active');
  completeOrder(bank, card.cardId);
  return requireCard(bank, card.cardId);
}

const setState = (bank: Bank, { cardId }: IssuedCard, state: CardState): void =>
  bank.store.run('update ci_card set state = ? where card_id = ?', state, cardId);

export function hasExpired(bank: Bank, { expiryMonth, expiryYear }: IssuedCard): boolean {
  const now = new Date(bank.now());
  return expiryYear * 12 + expiryMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

/** Without the number: only `reveal` gives it out, encrypted. */
export function viewCard(bank: Bank, card: IssuedCard) {
  const order = findOrder(bank, card.cardId);
  return {
    cardId: card.cardId,
    brand: card.brand,
    last4: card.number.slice(-4),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    state: card.state,
    order: order ? viewOrder(order) : null,
  };
}

const toCard = (row: Row): IssuedCard => ({
  cardId: textColumn(row, 'card_id'),
  document: textColumn(row, 'document'),
  brand: textColumn(row, 'brand') as Brand,
  number: textColumn(row, 'number'),
  cvc: textColumn(row, 'cvc'),
  pin: textColumn(row, 'pin'),
  wrongPins: numberColumn(row, 'wrong_pins'),
  expiryMonth: numberColumn(row, 'expiry_month'),
  expiryYear: numberColumn(row, 'expiry_year'),
  currency: textColumn(row, 'currency'),
  holderName: textColumn(row, 'holder_name'),
  state: textColumn(row, 'state') as CardState,
  isActivated: numberColumn(row, 'activated') === 1,
  letterCode: nullableTextColumn(row, 'letter_code'),
});
