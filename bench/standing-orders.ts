import { sql } from 'kysely';
import { openFirmAccounts } from '../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { standingOrderJob } from '../apps/api/src/payments/standing-order/run-standing-orders.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { openLog } from '../apps/api/src/platform/observability/log.ts';
import { describeMachine } from './measure/machine.ts';
import { processorMicros } from './measure/process-stats.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { startBenchServer } from './measure/server.ts';
import { createPayer } from './payers/payer.fixture.ts';
import { createStandingOrders } from './standing-orders/standing-orders.fixture.ts';

const orders = Number(process.env.ORDERS ?? 1000);
const maxOrdersPerCustomer = 100;

const server = await startBenchServer();
const db = openDb(server.url, 8);
const log = openLog('silent');
let payers = 0;
try {
  await inTransaction(db, openFirmAccounts);
  const figures = [
    await measureDueDay(orders, 1),
    await measureDueDay(Math.ceil(orders / maxOrdersPerCustomer), Math.min(orders, maxOrdersPerCustomer)),
  ];
  console.table(figures);
  console.log('Each date was paid once. Two workers, every transaction durable.');
  writeResult('standing.json', {
    machine: describeMachine(),
    settings: { orders, postgres: server.settings },
    figures,
  });
} finally {
  await db.destroy();
  await server.stop();
}

async function measureDueDay(people: number, each: number) {
  const before = await countPaid();
  for (let n = 0; n < people; n += 1) {
    payers += 1;
    await createStandingOrders(db, await createPayer(db, payers), each);
  }
  await sql`update standing_order.occurrence set next_attempt_at = now() - interval '1 minute', warn_at = null
    where number = 0 and settled_at is null`.execute(db);
  await sql`analyze`.execute(db); // Autovacuum would have analysed the tables before such a day.
  const [begun, spentBefore] = [performance.now(), processorTimes()];
  await Promise.all([standingOrderJob.run(db, log), standingOrderJob.run(db, log)]);
  const ms = performance.now() - begun;
  const [api, database] = processorTimes().map((now, i) => Math.round((now - (spentBefore[i] ?? 0)) / (people * each)));
  const after = await countPaid();
  const [dates, transactions] = [after.dates - before.dates, after.transactions - before.transactions];
  if (dates !== people * each || after.payments !== after.dates)
    throw new Error(`${dates} dates and ${after.payments} payments of ${people * each}`);
  return {
    customers: people,
    'orders each': each,
    'all paid after ms': roundToThreeDigits(ms),
    'payments/s': roundToThreeDigits((dates / ms) * 1000),
    transactions,
    'µs of the API each': api,
    'µs of the database each': database,
  };
}

async function countPaid() {
  const { rows } = await sql<{ dates: number; payments: number; transactions: number }>`
    select count(*) filter (where state = 'paid')::int as dates, (select count(*)::int from payment.payment) as payments,
      (select count(distinct xmin::text)::int from payment.payment) as transactions from standing_order.occurrence`.execute(
    db,
  );
  return rows[0] as (typeof rows)[number];
}

function processorTimes(): [number, number] {
  const { user, system } = process.cpuUsage();
  return [user + system, processorMicros(server.pid)];
}
