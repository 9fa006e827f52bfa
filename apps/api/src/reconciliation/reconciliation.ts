import type { Currency, Money } from '@larkmere/money/money';
import type { Db } from '../kernel/db.ts';
import type { Partner } from '../kernel/partner.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { type Break, type Movement, matchStatement } from './match-statement.ts';
import { bankStatement } from './rails/bank-statement.ts';
import { readOurDay } from './reconciliation.read.ts';

export type DayAtBank = Readonly<{ opening: Money; closing: Money; movements: readonly Movement[] }>;

export type Reconciliation = Readonly<{
  currency: Currency;
  day: string;
  ours: DayAtBank;
  theirs: DayAtBank;
  breaks: readonly Break[];
}>;

/**
 * Compares one day of our books with the statement of the bank (camt.053). `day` is yyyy-mm-dd in the calendar of the
 * bank. Writes nothing. Throws PartnerTimeout or UnreadableRailMessage.
 */
export async function reconcileDay(db: Db, bank: Partner, currency: Currency, day: string): Promise<Reconciliation> {
  const theirs = await bankStatement(bank, currency, day);
  const ours = await inTransaction(db, (tx) => readOurDay(tx, currency, day));
  return { currency, day, ours, theirs, breaks: matchStatement(ours.movements, theirs.movements) };
}

export const agrees = ({ ours, theirs, breaks }: Reconciliation): boolean =>
  breaks.length === 0 && ours.opening.minor === theirs.opening.minor && ours.closing.minor === theirs.closing.minor;
