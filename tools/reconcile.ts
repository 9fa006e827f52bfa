import { existsSync } from 'node:fs';
import { currencies, formatAmount, money } from '@larkmere/money/money';
import type { ReconciliationBreak } from '../apps/api/src/accounting/reconciliation/match-statement.ts';
import {
  isReconciled,
  type Reconciliation,
  reconcileDay,
} from '../apps/api/src/accounting/reconciliation/reconciliation.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import type { Partner } from '../apps/api/src/platform/http/partner-client.ts';
import { londonDay } from '../apps/api/src/platform/time/london-day.ts';
import { dataDirectory, serverDirectory, withDatabase } from './database.ts';
import { readBankUrl } from './start/addresses.ts';
import { demoSecrets } from './start/environment.ts';

/**
 * Compares one day of the ledger with the bank's statements and prints the breaks. Returns false if there are any.
 */
export async function printReconciliation(
  databaseUrl: string,
  bank: Partner,
  day: string,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  const db = openDb(databaseUrl, 1);
  try {
    const found: Reconciliation[] = [];
    for (const currency of currencies) found.push(await reconcileDay(db, bank, currency, day));
    for (const each of found) printCurrency(each, print);
    const right = found.every(isReconciled);
    print(right ? `The bank and our books tell the same of ${day}.` : `The bank and our books do NOT agree on ${day}.`);
    return right;
  } finally {
    await db.destroy();
  }
}

function printCurrency(found: Reconciliation, print: (line: string) => void): void {
  const { currency, ours, theirs, breaks } = found;
  const amount = (minor: bigint): string => formatAmount(money(currency, minor)).padStart(16);
  print(`${currency}  ${isReconciled(found) ? 'agrees' : 'DIFFERS'}, ${theirs.movements.length} movements at the bank`);
  for (const [name, side] of [
    ['bank', theirs],
    ['books', ours],
  ] as const)
    print(`     ${name.padEnd(6)}${amount(side.opening.minor)} before ${amount(side.closing.minor)} after`);
  for (const { kind, ours: mine, theirs: its } of breaks) {
    const either = (mine ?? its) as NonNullable<ReconciliationBreak['ours']>;
    print(
      `     ${words[kind]}: ${either.reference}${amount(either.amountMinor)}${its && mine ? ` here,${amount(its.amountMinor)} there` : ''}`,
    );
  }
}

const words: Readonly<Record<ReconciliationBreak['kind'], string>> = {
  missing_internal: 'the bank booked it, we did not',
  missing_external: 'we booked it, the bank did not',
  amount_differs: 'another amount',
  day_differs: 'another day',
  booked_twice_internal: 'we booked it more often',
  booked_twice_external: 'the bank booked it more often',
};

if (import.meta.main) {
  const day = process.argv[2] ?? londonDay(new Date());
  if (!process.env.DATABASE_URL && !existsSync(serverDirectory())) {
    console.log('There are no books yet: run npm start once, or set DATABASE_URL.');
    process.exitCode = 1;
  } else {
    const secret = process.env.RAIL_SECRET ?? demoSecrets(dataDirectory()).RAIL_SECRET ?? '';
    const baseUrl = process.env.SANDBOX_BANK_URL ?? readBankUrl(dataDirectory()) ?? 'http://127.0.0.1:8081';
    const bank = { name: 'bank', baseUrl, secret, timeoutMs: 10_000 };
    if (!(await withDatabase((url) => printReconciliation(url, bank, day)))) process.exitCode = 1;
  }
}
