import { existsSync } from 'node:fs';
import { findViolations } from '@larkmere/ledger/invariants';
import { type TrialBalanceLine, trialBalance } from '@larkmere/ledger/trial-balance';
import { add, type Currency, formatAmount, type Money, money, zero } from '@larkmere/money/money';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { findCrossCheckViolations } from './cross-checks/cross-checks.ts';
import { serverDirectory, withDatabase } from './database.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** Prints the trial balance of every currency and checks every ledger rule. Returns false if any check fails. */
export async function printTrialBalance(
  databaseUrl: string,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { rows } = await sql`select where to_regclass('ledger.account') is not null`.execute(db);
    if (rows.length === 0) {
      print('This database has no ledger yet: run npm start once.');
      return false;
    }
    const lines = await trialBalance(db);
    const tables = [...Map.groupBy(lines, ({ currency }) => currency)];
    const moved = tables.filter(([, own]) => own.some(hasMoved));
    const balanced = moved.map(([currency, own]) => printCurrency(currency, own, print));
    const still = tables.filter((table) => !moved.includes(table)).map(([currency]) => currency);
    if (still.length > 0) print(`Nothing moved in ${still.join(', ')}.\n`);
    await printPositions(db, lines, print);
    const violations = [...(await findViolations(db)), ...(await findCrossCheckViolations(db))];
    for (const { law, count, example } of violations) print(`BROKEN: ${law} (${count} times not, e.g. ${example})`);
    const right = violations.length === 0 && balanced.every(Boolean);
    print(right ? `The books balance: ${lines.length} accounts, every law kept.` : 'The books are BROKEN.');
    return right;
  } finally {
    await db.destroy();
  }
}

const hasMoved = ({ debit, credit, pending }: TrialBalanceLine): boolean =>
  debit.minor !== 0n || credit.minor !== 0n || pending.minor !== 0n;

async function printPositions(
  db: Kysely<unknown>,
  lines: readonly TrialBalanceLine[],
  print: (line: string) => void,
): Promise<void> {
  const positions = lines.filter((line) => line.code.startsWith('position:') && hasMoved(line));
  if (positions.length === 0) return;
  const { rows: tables } = await sql`select where to_regclass('treasury.revaluation') is not null`.execute(db);
  const { rows } =
    tables.length === 0
      ? { rows: [] }
      : await sql<{ day: string; currency: string; value_minor: bigint }>`
          select day::text, currency, value_minor from treasury.revaluation_line
          where day = (select max(day) from treasury.revaluation)`.execute(db);
  for (const { currency, debit, credit } of positions) {
    const held = `${formatAmount(money(currency, credit.minor - debit.minor))} ${currency}`;
    const valued = rows.find((row) => row.currency === currency);
    const worth = valued ? `  ${formatAmount(money('GBP', valued.value_minor))} GBP at the end of ${valued.day}` : '';
    print(`position  ${held.padStart(20)}${worth}`);
  }
  print('');
}

function printCurrency(currency: Currency, lines: readonly TrialBalanceLine[], print: (line: string) => void): boolean {
  const sum = (of: (line: TrialBalanceLine) => Money) => lines.map(of).reduce(add, zero(currency));
  const total = { debit: sum((l) => l.debit), credit: sum((l) => l.credit), pending: sum((l) => l.pending) };
  const amounts = ({ debit, credit, pending }: Sides) =>
    [debit, credit, pending].map((m) => (m.minor === 0n ? '–' : formatAmount(m)));
  const rows = [
    [currency, 'class', 'debit', 'credit', 'pending'],
    ...lines.map((line) => [line.code, line.class, ...amounts(line)]),
    ['total', '', ...amounts(total)],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const text = (row: readonly string[]) =>
    row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  const rule = '─'.repeat(text(rows[0] ?? []).length);
  const printed = rows.map(text);
  for (const line of [printed[0], rule, ...printed.slice(1, -1), rule, printed.at(-1), '']) print(line ?? '');
  return total.debit.minor === total.credit.minor && total.pending.minor === 0n;
}

type Sides = Readonly<{ debit: Money; credit: Money; pending: Money }>;

if (import.meta.main) {
  if (!process.env.DATABASE_URL && !existsSync(serverDirectory())) {
    console.log('There are no books yet: run npm start once, or set DATABASE_URL.');
    process.exitCode = 1;
  } else if (!(await withDatabase((url) => printTrialBalance(url)))) process.exitCode = 1;
}
