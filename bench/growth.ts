import { balanceAt } from '@larkmere/ledger/balance';
import { postOperations } from '@larkmere/ledger/operations';
import { listEntries } from '@larkmere/ledger/statement';
import type { AccountId } from '@larkmere/ledger/types';
import { sql } from 'kysely';
import { openDb, type Tx } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { fundedAccounts, openFirmAccount } from './ledger/accounts.ts';
import { sharedTransactions } from './ledger/loads.ts';
import { betweenRandomAccounts, intoOneAccount, type NextOperation } from './ledger/operations.ts';
import { curveChart } from './measure/chart.ts';
import { describeMachine } from './measure/machine.ts';
import { withoutIdleProcessors } from './measure/prevent-idle.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { median } from './measure/rounds.ts';
import { startBenchServer } from './measure/server.ts';

const entries = Number(process.env.ENTRIES ?? 10_000_000);
const seconds = Number(process.env.SECONDS ?? 5);
const sampleCount = 10;
const callers = 128;
const batchSize = 500;

type GrowthSample = Readonly<{
  entries: number;
  inLargest: number;
  perSecond: number;
  serverMicros: number;
  bytesPerTransfer: number;
  /** Measured with processors that may sleep between calls, and with processors kept awake. */
  reads: Reads;
  readsWithoutIdle: Reads;
}>;

type Reads = Readonly<{
  pageMs: number;
  balanceAtMs: number;
  roundTripMs: number;
}>;

const before = describeMachine();
const server = await startBenchServer();
const db = openDb(server.url, 8);
try {
  const accounts = await fundedAccounts(db, 'bench:customer', 'GBP', 10_000);
  const largest = await openFirmAccount(db, 'bench:largest', 'GBP');
  const [any, intoLargest] = [betweenRandomAccounts(accounts), intoOneAccount(accounts, largest)];
  const next: NextOperation = () => (Math.random() < 0.5 ? any() : intoLargest());
  const curve: GrowthSample[] = [];
  const emptyBytes = await ledgerBytes();
  for (let station = 0; station <= sampleCount; station += 1) {
    await fillLedger((entries / sampleCount) * station, next);
    await sql`vacuum analyze`.execute(db); // Autovacuum would do this too, but not at the same point of every run.
    curve.push(await measureGrowth(largest, next, emptyBytes));
    console.error(curve.at(-1));
  }
  report(curve);
} finally {
  await db.destroy();
  await server.stop();
}

async function fillLedger(targetEntries: number, next: NextOperation): Promise<void> {
  let missing = Math.ceil((targetEntries - (await entryCount())) / 2);
  const fill = async (): Promise<void> => {
    while (missing > 0) {
      const operations = Array.from({ length: Math.min(missing, batchSize) }, next);
      missing -= operations.length;
      await inTransaction(db, (tx) => postOperations(tx, operations));
    }
  };
  await Promise.all([fill(), fill()]);
}

async function measureGrowth(largest: AccountId, next: NextOperation, emptyBytes: number): Promise<GrowthSample> {
  const sample = await sharedTransactions({ server, db, callers, seconds, next });
  const [count, bytes] = [await entryCount(), await ledgerBytes()];
  const { rows } = await sql<{ oldest: Date; newest: Date; count: bigint }>`
    select min(booked_at) as oldest, max(booked_at) as newest, count(*) as count
    from ledger.entry where account_id = ${largest}`.execute(db);
  const { oldest, newest, count: inLargest } = rows[0] ?? { oldest: new Date(), newest: new Date(), count: 0n };
  const instant = (): Date => new Date(oldest.getTime() + Math.random() * (newest.getTime() - oldest.getTime()));
  const reads = async (): Promise<Reads> => ({
    pageMs: await measureRead((tx) => listEntries(tx, { accountId: largest, to: instant(), limit: 50 })),
    balanceAtMs: await measureRead((tx) => balanceAt(tx, largest, instant())),
    roundTripMs: await measureRead((tx) => sql`select ${1}::int`.execute(tx)),
  });
  return {
    entries: count,
    inLargest: Number(inLargest),
    perSecond: sample.perSecond,
    serverMicros: sample.serverMicros ?? Number.NaN,
    bytesPerTransfer: (bytes - emptyBytes) / (count / 2),
    reads: await reads(),
    readsWithoutIdle: await withoutIdleProcessors(reads),
  };
}

function measureRead(read: (tx: Tx) => Promise<unknown>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const times: number[] = [];
    for (let turn = 0; turn < 500; turn += 1) {
      const since = performance.now();
      await read(tx);
      if (turn >= 200) times.push(performance.now() - since);
    }
    return median(times);
  });
}

async function entryCount(): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from ledger.entry`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function ledgerBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`
    select sum(pg_total_relation_size(c.oid))::bigint as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'ledger' and c.relkind = 'r'`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

function report(curve: readonly GrowthSample[]): void {
  const [empty, full] = [curve[0], curve.at(-1)];
  if (!empty || !full) throw new Error('nothing was measured');
  const rows = curve.map((station) => ({
    'entries, million': roundToThreeDigits(station.entries / 1e6),
    'in the largest account': roundToThreeDigits(station.inLargest),
    'operations/s': roundToThreeDigits(station.perSecond),
    'server µs': roundToThreeDigits(station.serverMicros),
    'cost ÷ empty': roundToThreeDigits(station.serverMicros / empty.serverMicros),
    'page of 50, ms': formatReads(station, 'pageMs'),
    'balance as at, ms': formatReads(station, 'balanceAtMs'),
    'of that the round trip, ms': formatReads(station, 'roundTripMs'),
    'bytes per transfer': roundToThreeDigits(station.bytesPerTransfer),
  }));
  const goals = [
    { what: 'cost per operation ÷ empty', measured: full.serverMicros / empty.serverMicros, reach: 1.3 },
    { what: 'page of 50 in the largest account, ms', measured: full.reads.pageMs, reach: 0.3 },
    { what: 'balance as at an instant in the largest account, ms', measured: full.reads.balanceAtMs, reach: 0.15 },
  ].map((goal) => ({ ...goal, measured: roundToThreeDigits(goal.measured), reached: goal.measured <= goal.reach }));
  const conditions = `${before.cores} cores, shared transactions, ${callers} callers, 10,000 accounts, half of all transfers into one`;
  console.log(
    `\n${conditions}. Reads are timed by their caller, round trip included, with processors asleep between them / kept awake.`,
  );
  console.table(rows);
  console.table(goals);
  writeResult('growth.json', {
    machine: before,
    settings: { entries, seconds, callers, postgres: server.settings },
    curve,
    goals,
  });
  const points = (of: (station: GrowthSample) => number) => curve.map((s) => [s.entries / 1e6, of(s)] as const);
  const curves = [
    { label: 'server time per operation, µs', points: points((s) => s.serverMicros) },
    { label: 'page of 50, ms', points: points((s) => s.reads.pageMs) },
    { label: 'balance as at an instant, ms', points: points((s) => s.reads.balanceAtMs) },
    { label: 'bytes per transfer', points: points((s) => s.bytesPerTransfer).slice(1) },
  ];
  writeResult(
    'growth.svg',
    curveChart({ title: 'The ledger as it grows', subtitle: conditions, xLabel: 'million entries', curves }),
  );
}

function formatReads({ reads, readsWithoutIdle }: GrowthSample, read: keyof Reads): string {
  return `${roundToThreeDigits(reads[read])} / ${roundToThreeDigits(readsWithoutIdle[read])}`;
}
