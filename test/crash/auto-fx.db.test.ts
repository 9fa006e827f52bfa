import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from '@larkmere/ledger/check-invariants.fixture';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openFirmAccounts } from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { type Db, openDb } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { createOrders, createTraders, setRate } from '../../bench/auto-fx/auto-fx-orders.fixture.ts';
import { type BenchServer, startBenchServer } from '../../bench/measure/server.ts';

const orders = Number(process.env.ORDERS ?? 2000);
const customers = Math.ceil(orders / 20);
const betweenKills = Math.max(200, Math.ceil(orders / 17));
const fewestKills = Math.max(1, Math.floor(orders / 1200));

let server: BenchServer | undefined;
let db: Db | undefined;
let workers: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(workers.map(kill));
  await db?.destroy();
  await server?.stop();
});

function startWorker(url: string): ChildProcess {
  const env = { ...process.env, DATABASE_URL: url };
  return spawn(process.execPath, [join(import.meta.dirname, 'auto-fx-worker.ts')], { env, stdio: 'ignore' });
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

async function waitForFills(of: Db, until: number): Promise<{ fired: number; filled: number }> {
  for (;;) {
    const { rows } = await sql<{ fired: number; filled: number }>`
      select (select count(*)::int from auto_fx.order_trigger) as fired, (select count(*)::int from auto_fx.fill) as filled`.execute(
      of,
    );
    const [now] = rows;
    if (now && now.filled >= Math.min(until, orders)) return now;
    await sleep(10);
  }
}

/** Counts everything that one filled order writes; a partial or second fill changes a number. */
async function countWrites(of: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from auto_fx.auto_order where state = 'filled' and runs = 1) as orders,
      (select count(*)::int from auto_fx.fill where run = 1) as fills,
      (select count(distinct order_id)::int from auto_fx.fill) as orders_filled,
      (select count(*)::int from fx.conversion where cause = 'auto') as conversions,
      (select count(*)::int from accounting.narrative where kind = 'exchange') as words,
      (select count(*)::int from platform.event where topic = 'fx.converted') as news,
      (select count(*)::int from platform.audit where action = 'auto-fx.filled') as lines,
      (select count(*)::int from auto_fx.fill f join fx.conversion c on c.id = f.conversion_id join auto_fx.rate_snapshot t on t.id = f.rate_snapshot_id
        where c.mid = t.mid and c.margin_bps = t.margin_bps and c.sell_minor = 100) as as_decided,
      (select count(*)::int from auto_fx.rate_snapshot) as ticks,
      (select count(*)::int from auto_fx.order_trigger) as not_carried_out`.execute(of);
  return rows[0] ?? {};
}

it('fills every triggered order once and at the decided rate although its workers are killed repeatedly', {
  timeout: 900_000,
}, async () => {
  server = await startBenchServer();
  const here = openDb(server.url, 4);
  db = here;
  await inTransaction(here, openFirmAccounts);
  await createOrders(here, await createTraders(here, customers), orders);
  const before = await soldFrom(here);
  await setRate(here, orders);
  const { url } = server;
  workers = [startWorker(url), startWorker(url)];
  let kills = 0;
  let half = 0;
  for (let turn = 0, filledBefore = 0; filledBefore < orders; turn += 1) {
    const { fired, filled } = await waitForFills(here, filledBefore + betweenKills);
    filledBefore = filled;
    const victim = turn % 2;
    await kill(workers[victim] as ChildProcess);
    workers[victim] = startWorker(url);
    kills += 1;
    if (fired > 0 && filled > 0) half += 1;
    // The market moves meanwhile; the decided rate must not.
    await setRate(here, orders + turn);
  }
  console.log(`auto fx: ${orders} orders, ${kills} kills of two workers, ${half} of them half way`);
  expect(half).toBeGreaterThanOrEqual(fewestKills);
  const { ticks, notCarriedOut, ...each } = await countWrites(here);
  expect({ ticks, notCarriedOut }).toEqual({ ticks: 1, notCarriedOut: 0 });
  expect(Object.entries(each).filter(([, count]) => count !== orders)).toEqual([]);
  expect((await soldFrom(here)) - before).toBe(BigInt(orders) * 100n);
  await checkInvariants(here);
});

async function soldFrom(of: Db): Promise<bigint> {
  const { rows } = await sql<{ sold: string }>`
    select coalesce(sum(l.debits_posted), 0)::text as sold from bank_account.account a
      join ledger.account l on l.id = a.ledger_account_id where a.currency = 'GBP'`.execute(of);
  return BigInt(rows[0]?.sold ?? 0);
}
