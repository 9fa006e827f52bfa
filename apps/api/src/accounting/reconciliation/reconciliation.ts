/**
 * Compares a day of our books with the statement of the bank (camt.053).
 * Both list movements by reference; what has no counterpart, or differs, is a break.
 * It writes nothing.
 */

import type { Currency, Money } from '@larkmere/money/money';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Partner } from '../../platform/http/partner-client.ts';
import { type BankMovement, matchStatement, type ReconciliationBreak } from './match-statement.ts';
import { fetchStatement } from './rails/bank-statement.ts';
import { readLedgerDay } from './reconciliation.read.ts';

export type BankDay = Readonly<{ opening: Money; closing: Money; movements: readonly BankMovement[] }>;

export type Reconciliation = Readonly<{
  currency: Currency;
  day: string;
  ours: BankDay;
  theirs: BankDay;
  breaks: readonly ReconciliationBreak[];
}>;

/**
 * Compares one day of our books with the statement of the bank (camt.053). `day` is yyyy-mm-dd in the calendar of the
 * bank. Writes nothing. Throws PartnerTimeout or UnreadableRailMessage.
 */
export async function reconcileDay(db: Db, bank: Partner, currency: Currency, day: string): Promise<Reconciliation> {
  const theirs = await fetchStatement(bank, currency, day);
  const ours = await inTransaction(db, (tx) => readLedgerDay(tx, currency, day));
  return { currency, day, ours, theirs, breaks: matchStatement(ours.movements, theirs.movements) };
}

export const isReconciled = ({ ours, theirs, breaks }: Reconciliation): boolean =>
  breaks.length === 0 && ours.opening.minor === theirs.opening.minor && ours.closing.minor === theirs.closing.minor;
