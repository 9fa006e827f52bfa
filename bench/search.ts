import { postOperations } from '@larkmere/ledger/operations';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import {
  createOperationId,
  openFirmAccounts,
  recordNarratives,
  safeguardingAccountId,
} from '../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { requireOwnAccount } from '../apps/api/src/accounts/bank-account/bank-account.ts';
import { searchStatement } from '../apps/api/src/accounts/statement/show-statement.ts';
import { find } from '../apps/api/src/payments/search/search.read.ts';
import { searchIndex } from '../apps/api/src/payments/search/search.sql.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { openLog } from '../apps/api/src/platform/observability/log.ts';
import type { CustomerCtx } from '../apps/api/src/platform/requests/verb.ts';
import { quantiles } from './measure/load.ts';
import { describeMachine } from './measure/machine.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { startBenchServer } from './measure/server.ts';
import { createPayer, type Payer } from './payers/payer.fixture.ts';

const entries = Number(process.env.ENTRIES ?? 100_000);
const rounds = Number(process.env.ROUNDS ?? 100);
const slowRounds = Math.max(3, Math.ceil(rounds / 20));
const batchSize = 500;
const people = 400;
const goalMs = 50;

const firstNames = ['Somchai', 'Zoë', 'Greta', 'Małgorzata', 'สมชาย', 'Tom', 'Anong', 'Søren', 'Priya', 'Lars'];
const lastNames = ['Prasert', 'Martin', 'Lindqvist', 'ประเสริฐ', 'Weber', 'Srisuk', "O'Neil", 'Kayak GmbH'];

/** What a person types, from one match in the whole history to every entry of it. */
const typed: Readonly<Record<string, string>> = {
  'a name': `${nameOf(7)} 7`,
  'a first name': 'somchai',
  'two letters': 'so',
  'a Thai name': 'ประเสริฐ',
  'an amount': '1,234.56',
  'a reference': 'invoice 4711',
  'a day of another year': '14 nov 2025',
  'nothing found': 'xylophone',
  'half of all': 'invoice',
  'every entry': 'gbp',
  'every entry by its day': 'today',
};

const server = await startBenchServer();
const db = openDb(server.url, 8);
try {
  const machine = describeMachine();
  await inTransaction(db, openFirmAccounts);
  const [customer, neighbour] = [await createPayer(db, 1), await createPayer(db, 2)];
  const begun = performance.now();
  await fillAccount(customer, entries);
  await fillAccount(neighbour, 100);
  const filledMs = performance.now() - begun;
  const indexedMs = await timeOf(() => searchIndex.run(db, openLog('silent')));
  await sql`vacuum analyze`.execute(db); // Autovacuum would do this too, but not at the same point of every run.
  const figures = [];
  for (const [name, q] of Object.entries(typed)) figures.push(await measure(name, q, customer));
  figures.push(await measure('of a neighbour with 100 entries', 'somchai', neighbour));
  console.table(figures);
  const slowest = Math.max(...figures.map((figure) => figure['p99 ms']));
  const { rows } = await sql<{ bytes: bigint }>`select pg_total_relation_size('search.event') as bytes`.execute(db);
  console.log(
    `${entries} entries written in ${Math.round(filledMs / 1000)} s and indexed in ${roundToThreeDigits(indexedMs / 1000)} s, ` +
      `${Math.round(Number(rows[0]?.bytes) / entries)} bytes each.`,
  );
  console.log(
    `Slowest p99 ${roundToThreeDigits(slowest)} ms, goal ${goalMs} ms: ${slowest <= goalMs ? 'reached' : 'missed'}.`,
  );
  writeResult('search.json', { machine, settings: { entries, rounds, postgres: server.settings }, figures });
} finally {
  await db.destroy();
  await server.stop();
}

/** Beside the search: a statement that does nothing, and the search of the statement, which reads every entry. */
async function measure(name: string, q: string, payer: Payer) {
  const search = () => asPayer(payer, (ctx) => find(ctx, { q, size: 3 }));
  const scan = () =>
    asPayer(payer, (ctx) => searchStatement(ctx, { search: q, size: 50, direction: undefined, cursor: undefined }));
  const nothing = () => asPayer(payer, ({ tx }) => sql`select 1`.execute(tx));
  const { payments } = await search();
  const times: Record<'search' | 'nothing', number[]> = { search: [], nothing: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.search.push(await timeOf(search));
    times.nothing.push(await timeOf(nothing));
  }
  const scans: number[] = [];
  for (let round = 0; round < slowRounds; round += 1) scans.push(await timeOf(scan));
  const [found, idle, read] = [quantiles(times.search), quantiles(times.nothing), quantiles(scans)];
  return {
    typed: name,
    found: payments.count,
    'p50 ms': roundToThreeDigits(found.p50),
    'p99 ms': roundToThreeDigits(found.p99),
    'p50 ÷ nothing': roundToThreeDigits(found.p50 / idle.p50),
    'p50 ÷ reading all': roundToThreeDigits(found.p50 / read.p50),
  };
}

function asPayer<T>({ actor }: Payer, work: (ctx: CustomerCtx) => Promise<T>): Promise<T> {
  return inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'bench' }));
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function nameOf(n: number): string {
  return `${firstNames[n % firstNames.length]} ${lastNames[Math.floor(n / firstNames.length) % lastNames.length]}`;
}

/** Credits to one account, all of today. */
async function fillAccount(payer: Payer, count: number): Promise<void> {
  const { ledgerAccountId: credit } = await asPayer(payer, (ctx) => requireOwnAccount(ctx, payer.bankholderId));
  const debit = await inTransaction(db, (tx) => safeguardingAccountId(tx, 'GBP'));
  for (let done = 0; done < count; done += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, count - done) }, (_, place) => done + place);
    await inTransaction(db, async (tx) => {
      const operations = numbers.map((n) => ({
        kind: 'post' as const,
        id: createOperationId(),
        code: 'credit.received',
        postings: [{ debit, credit, amount: money('GBP', BigInt(100 + ((n * 7919) % 500_000))) }],
      }));
      await postOperations(tx, operations);
      await recordNarratives(
        tx,
        operations.map(({ id }, place) => ({ operationId: id, narrative: narrativeOf(numbers[place] ?? 0) })),
      );
    });
  }
}

function narrativeOf(n: number) {
  const counterparty = `${nameOf(n)} ${n % people}`;
  const payeeReference = n % 2 === 0 ? `Invoice ${n}` : `Rent ${n}`;
  const reference = n.toString(36).toUpperCase().replaceAll('0', 'Z').padStart(8, 'K');
  return {
    kind: 'credit' as const,
    reference,
    counterparty,
    description: `Money from ${counterparty}`,
    payeeReference,
  };
}
