import { balanceAt } from '@larkmere/ledger/balance';
import { openBulkLane } from '@larkmere/ledger/bulk-lane';
import { entriesOf } from '@larkmere/ledger/statement';
import type { AccountId } from '@larkmere/ledger/types';
import { sql } from 'kysely';
import { openDb, type Tx } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { fundedAccounts, houseAccount } from './ledger/accounts.ts';
import { bulkLane } from './ledger/lanes.ts';
import { betweenAny, intoOne, type Next } from './ledger/operations.ts';
import { awake } from './measure/awake.ts';
import { curveChart } from './measure/chart.ts';
import { machine } from './measure/machine.ts';
import { round, writeResult } from './measure/results.ts';
import { median } from './measure/rounds.ts';
import { openServer } from './measure/server.ts';

const entries = Number(process.env.ENTRIES ?? 10_000_000);
const seconds = Number(process.env.SECONDS ?? 5);
const stations = 10;
const callers = 256;

type Station = Readonly<{
  entries: number;
  inLargest: number;
  perSecond: number;
  serverMicros: number;
  bytesPerTransfer: number;
  /** Measured with processors that may sleep between calls, and with processors kept awake. */
  reads: Reads;
  readsAwake: Reads;
}>;

type Reads = Readonly<{
  pageMs: number;
  balanceAtMs: number;
  roundTripMs: number;
}>;

const before = machine();
const server = await openServer();
const db = openDb(server.url, 8);
try {
  const accounts = await fundedAccounts(db, 'bench:customer', 'GBP', 10_000);
  const largest = await houseAccount(db, 'bench:largest', 'GBP');
  const [any, intoLargest] = [betweenAny(accounts), intoOne(accounts, largest)];
  const next: Next = () => (Math.random() < 0.5 ? any() : intoLargest());
  const curve: Station[] = [];
  const emptyBytes = await ledgerBytes();
  for (let station = 0; station <= stations; station += 1) {
    await fill((entries / stations) * station, next);
    await sql`vacuum analyze`.execute(db); // Autovacuum would do this too, but not at the same point of every run.
    curve.push(await look(largest, next, emptyBytes));
    console.error(curve.at(-1));
  }
  report(curve);
} finally {
  await db.destroy();
  await server.stop();
}

async function fill(wanted: number, next: Next): Promise<void> {
  const lane = openBulkLane(db);
  let missing = Math.ceil((wanted - (await entryCount())) / 2);
  const caller = async (): Promise<void> => {
    while (missing > 0) {
      missing -= 1;
      await lane.submit(next());
    }
  };
  await Promise.all(Array.from({ length: 1024 }, caller));
  await lane.close();
}

async function look(largest: AccountId, next: Next, emptyBytes: number): Promise<Station> {
  const sample = await bulkLane({ server, db, callers, seconds, next });
  const [count, bytes] = [await entryCount(), await ledgerBytes()];
  const { rows } = await sql<{ oldest: Date; newest: Date; count: bigint }>`
    select min(booked_at) as oldest, max(booked_at) as newest, count(*) as count
    from ledger.entry where account_id = ${largest}`.execute(db);
  const { oldest, newest, count: inLargest } = rows[0] ?? { oldest: new Date(), newest: new Date(), count: 0n };
  const instant = (): Date => new Date(oldest.getTime() + Math.random() * (newest.getTime() - oldest.getTime()));
  const reads = async (): Promise<Reads> => ({
    pageMs: await timed((tx) => entriesOf(tx, { accountId: largest, to: instant(), limit: 50 })),
    balanceAtMs: await timed((tx) => balanceAt(tx, largest, instant())),
    roundTripMs: await timed((tx) => sql`select ${1}::int`.execute(tx)),
  });
  return {
    entries: count,
    inLargest: Number(inLargest),
    perSecond: sample.perSecond,
    serverMicros: sample.serverMicros ?? Number.NaN,
    bytesPerTransfer: (bytes - emptyBytes) / (count / 2),
    reads: await reads(),
    readsAwake: await awake(reads),
  };
}

function timed(read: (tx: Tx) => Promise<unknown>): Promise<number> {
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

function report(curve: readonly Station[]): void {
  const [empty, full] = [curve[0], curve.at(-1)];
  if (!empty || !full) throw new Error('nothing was measured');
  const rows = curve.map((station) => ({
    'entries, million': round(station.entries / 1e6),
    'in the largest account': round(station.inLargest),
    'operations/s': round(station.perSecond),
    'server µs': round(station.serverMicros),
    'cost ÷ empty': round(station.serverMicros / empty.serverMicros),
    'page of 50, ms': asleepAndAwake(station, 'pageMs'),
    'balance as at, ms': asleepAndAwake(station, 'balanceAtMs'),
    'of that the round trip, ms': asleepAndAwake(station, 'roundTripMs'),
    'bytes per transfer': round(station.bytesPerTransfer),
  }));
  const goals = [
    { what: 'cost per operation ÷ empty', measured: full.serverMicros / empty.serverMicros, reach: 1.3 },
    { what: 'page of 50 in the largest account, ms', measured: full.reads.pageMs, reach: 0.3 },
    { what: 'balance as at an instant in the largest account, ms', measured: full.reads.balanceAtMs, reach: 0.15 },
  ].map((goal) => ({ ...goal, measured: round(goal.measured), reached: goal.measured <= goal.reach }));
  const conditions = `${before.cores} cores, bulk lane, ${callers} callers, 10,000 accounts, half of all transfers into one`;
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
  const points = (of: (station: Station) => number) => curve.map((s) => [s.entries / 1e6, of(s)] as const);
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

function asleepAndAwake({ reads, readsAwake }: Station, read: keyof Reads): string {
  return `${round(reads[read])} / ${round(readsAwake[read])}`;
}
