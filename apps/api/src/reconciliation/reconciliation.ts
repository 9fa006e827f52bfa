import type { Currency, Money } from '@larkmere/money/money';
import type { Db } from '../kernel/db.ts';
import type { Partner } from '../kernel/partner.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { type Break, type Movement, matchStatement } from './match-statement.ts';
import { bankStatement } from './rails/bank-statement.ts';
import { readOurDay } from './reconciliation.read.ts';

/** One day of our account at the bank, as one side tells it. */
export type DayAtBank = Readonly<{ opening: Money; closing: Money; movements: readonly Movement[] }>;

export type Reconciliation = Readonly<{
  currency: Currency;
  day: string;
  ours: DayAtBank;
  theirs: DayAtBank;
  breaks: readonly Break[];
}>;

/**
 * Lays a day of our books beside the bank's own statement of it (camt.053): every movement, and the balance before and
 * after. `day` is yyyy-mm-dd as the bank counts its days. Changes nothing. Throws PartnerSilence when the bank does not
 * answer, UnreadableRailMessage when its statement cannot be read.
 */
export async function reconcileDay(db: Db, bank: Partner, currency: Currency, day: string): Promise<Reconciliation> {
  const theirs = await bankStatement(bank, currency, day);
  const ours = await inTransaction(db, (tx) => readOurDay(tx, currency, day));
  return { currency, day, ours, theirs, breaks: matchStatement(ours.movements, theirs.movements) };
}

/** Whether both sides tell the same: no break, and the same money before and after. */
export const agrees = ({ ours, theirs, breaks }: Reconciliation): boolean =>
  breaks.length === 0 && ours.opening.minor === theirs.opening.minor && ours.closing.minor === theirs.closing.minor;
