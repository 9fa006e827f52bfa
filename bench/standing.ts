import { sql } from 'kysely';
import { openHouseAccounts } from '../apps/api/src/books/books.ts';
import { openDb } from '../apps/api/src/kernel/db.ts';
import { openLog } from '../apps/api/src/kernel/log.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { tickStandingOrders } from '../apps/api/src/standing-order/run-standing-orders.ts';
import { machine } from './measure/machine.ts';
import { processorMicros } from './measure/processor.ts';
import { round, writeResult } from './measure/results.ts';
import { openServer } from './measure/server.ts';
import { givenPayer } from './payers/given-payer.ts';
import { givenOrders } from './standing/given-orders.ts';

const orders = Number(process.env.ORDERS ?? 1000);
const most = 100;

const server = await openServer();
const db = openDb(server.url, 8);
const log = openLog('silent');
let payers = 0;
try {
  await inTransaction(db, openHouseAccounts);
  const figures = [await hotDay(orders, 1), await hotDay(Math.ceil(orders / most), Math.min(orders, most))];
  console.table(figures);
  console.log('Each date was paid once. Two workers, every transaction durable.');
  writeResult('standing.json', { machine: machine(), settings: { orders, postgres: server.settings }, figures });
} finally {
  await db.destroy();
  await server.stop();
}

async function hotDay(people: number, each: number) {
  const before = await paid();
  for (let n = 0; n < people; n += 1) {
    payers += 1;
    await givenOrders(db, await givenPayer(db, payers), each);
  }
  await sql`update standing_order.occurrence set next_try_at = now() - interval '1 minute', warn_at = null
    where number = 0 and settled_at is null`.execute(db);
  await sql`analyze`.execute(db); // Autovacuum would have analysed the tables before such a day.
  const [begun, spentBefore] = [performance.now(), spent()];
  await Promise.all([tickStandingOrders(db, log), tickStandingOrders(db, log)]);
  const ms = performance.now() - begun;
  const [api, database] = spent().map((now, i) => Math.round((now - (spentBefore[i] ?? 0)) / (people * each)));
  const after = await paid();
  const [dates, transactions] = [after.dates - before.dates, after.transactions - before.transactions];
  if (dates !== people * each || after.payments !== after.dates)
    throw new Error(`${dates} dates and ${after.payments} payments of ${people * each}`);
  return {
    customers: people,
    'orders each': each,
    'all paid after ms': round(ms),
    'payments/s': round((dates / ms) * 1000),
    transactions,
    'µs of the API each': api,
    'µs of the database each': database,
  };
}

async function paid() {
  const { rows } = await sql<{ dates: number; payments: number; transactions: number }>`
    select count(*) filter (where state = 'paid')::int as dates, (select count(*)::int from payment.payment) as payments,
      (select count(distinct xmin::text)::int from payment.payment) as transactions from standing_order.occurrence`.execute(
    db,
  );
  return rows[0] as (typeof rows)[number];
}

function spent(): [number, number] {
  const { user, system } = process.cpuUsage();
  return [user + system, processorMicros(server.pid)];
}
