import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { numberColumn, type Row, textColumn } from '../store.ts';
import { type BinFacts, findBin, passesLuhn } from './issuers.ts';
import { type CardScenario, scenarioOfNumber } from './scenario.ts';

const tokenMinutes = 30;

export type VaultCard = Readonly<{ cardId: string; scenario: CardScenario }> &
  Readonly<{ facts: BinFacts; last4: string; expiryMonth: number; expiryYear: number }>;

export const CardEntry = z.strictObject({
  number: z.string().regex(/^\d{13,19}$/),
  month: z.int().min(1).max(12),
  year: z.int().min(2000).max(2100),
  cvc: z.string().regex(/^\d{3,4}$/),
});
export type CardEntry = z.infer<typeof CardEntry>;

export type EntryFault = 'number_invalid' | 'not_a_test_card' | 'expired';
type Tokenised = Readonly<{ token: string; card: VaultCard }> | Readonly<{ fault: EntryFault }>;

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Neither number nor CVC is stored: what the sandbox does with a card follows from its scenario. */
export function tokenise(bank: Bank, { number, month, year }: CardEntry): Tokenised {
  if (!passesLuhn(number)) return { fault: 'number_invalid' };
  const facts = findBin(number);
  if (!facts) return { fault: 'not_a_test_card' };
  const now = new Date(bank.now());
  if (year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) return { fault: 'expired' };
  const cardId = `card_${randomBytes(16).toString('base64url')}`;
  const card = {
    cardId,
    scenario: scenarioOfNumber(number),
    facts,
    last4: number.slice(-4),
    expiryMonth: month,
    expiryYear: year,
  };
  const token = `tok_${randomBytes(24).toString('base64url')}`;
  bank.store.inTransaction(() => {
    bank.store.insert('cp_card', {
      card_id: cardId,
      scenario: card.scenario,
      bin: facts.bin,
      last4: card.last4,
      expiry_month: month,
      expiry_year: year,
      created_at: bank.now(),
    });
    bank.store.insert('cp_token', {
      digest: digestOf(token),
      card_id: cardId,
      expires_at: bank.now() + tokenMinutes * 60_000,
    });
  });
  return { token, card };
}

/** A used token still names its card, so that a repeated order is recognised. */
export function findTokenCard(bank: Bank, token: string): (VaultCard & { isUsed: boolean }) | undefined {
  const row = bank.store.one(
    'select c.*, t.used from cp_token t join cp_card c using (card_id) where t.digest = ? and t.expires_at > ?',
    digestOf(token),
    bank.now(),
  );
  return row && { ...toCard(row), isUsed: numberColumn(row, 'used') === 1 };
}

export const consumeToken = (bank: Bank, token: string): void =>
  bank.store.run('update cp_token set used = 1 where digest = ?', digestOf(token));

export function findSavedCard(bank: Bank, cardId: string): VaultCard | undefined {
  const row = bank.store.one('select * from cp_card where card_id = ? and saved = 1 and deleted_at is null', cardId);
  return row && toCard(row);
}

export function findCard(bank: Bank, cardId: string): VaultCard {
  const row = bank.store.one('select * from cp_card where card_id = ?', cardId);
  if (!row) throw new Error(`the vault has no card ${cardId}`);
  return toCard(row);
}

export const saveCard = (bank: Bank, cardId: string): void =>
  bank.store.run('update cp_card set saved = 1 where card_id = ?', cardId);

/** Repeating it changes nothing. */
export const deleteCard = (bank: Bank, cardId: string): void =>
  bank.store.run(
    'update cp_card set deleted_at = ? where card_id = ? and saved = 1 and deleted_at is null',
    bank.now(),
    cardId,
  );

function toCard(row: Row): VaultCard {
  const facts = findBin(textColumn(row, 'bin'));
  if (!facts) throw new Error(`no issuer of ${textColumn(row, 'bin')}`);
  return {
    cardId: textColumn(row, 'card_id'),
    scenario: textColumn(row, 'scenario') as CardScenario,
    facts,
    last4: textColumn(row, 'last4'),
    expiryMonth: numberColumn(row, 'expiry_month'),
    expiryYear: numberColumn(row, 'expiry_year'),
  };
}

export const viewCard = ({ facts, last4, expiryMonth, expiryYear }: VaultCard) => ({
  ...facts,
  last4,
  expiryMonth,
  expiryYear,
});
