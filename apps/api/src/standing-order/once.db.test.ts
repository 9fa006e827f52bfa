import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { type Given, givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { type Clock, clockAt, silent, standing, standingTerms, turnAt } from '../../../../test/given-standing-order.ts';
import { openDb } from '../kernel/db.ts';
import { calendarOf } from './calendar.read.ts';
import { momentOf } from './local-time.ts';
import { tickStandingOrders } from './run-standing-orders.ts';
import { nextDates } from './schedule.ts';

const people = Number(process.env.STANDING_PEOPLE ?? 12);
const ordersEach = 3;
const weeks = 60;

const { db, url } = await givenDatabase();
/** Two processes, as far as the database knows. */
const workers = [openDb(`${url}?application_name=worker`, 4), openDb(`${url}?application_name=worker`, 4)];
const owner = new pg.Client({ connectionString: url });
await owner.connect();
afterAll(async () => {
  await Promise.all([...workers.map((worker) => worker.destroy()), owner.end()]);
});

/** The same accidents in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function givenOrders(
  clock: Clock,
  startDate: string,
  count: number,
): Promise<{ who: Given[]; orders: string[] }> {
  const who: Given[] = [];
  const orders: string[] = [];
  for (let n = 0; n < people; n += 1) {
    const given = await givenCustomer(db);
    const account = await givenAccount(db, given, { balance: '9000.00' });
    const payee = await givenPayee(db, given);
    const me = await standing(db, given, clock);
    who.push(given);
    for (let each = 0; each < ordersEach; each += 1) {
      const terms = { amount: '0.01', frequency: 'weekly', startDate, end: { kind: 'count', count } } as const;
      orders.push((await me.create(standingTerms(account, payee, terms))).uid);
    }
  }
  return { who, orders };
}

/** Every connection of the workers breaks at once, in the middle of whatever they do. */
const breakConnections = () =>
  owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'worker'`);

type Tally = Readonly<{ order_id: string; day: string; state: string; payments: number }>;

async function tallyOf(orders: readonly string[]): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select o.order_id, o.day, o.state, count(p.id)::int as payments from standing_order.occurrence o
      left join payment.payment p on p.source = 'standing_order' and p.source_id = o.id
    where o.order_id = any(${orders}::uuid[]) and o.settled_at is not null group by o.id order by 1, 2`.execute(db);
  return rows;
}

/** Dates that were paid before the clock could have said so, even when it was wrong by two days. */
const tooEarly = async (orders: readonly string[]): Promise<unknown[]> =>
  (
    await sql`select day from standing_order.occurrence where order_id = any(${orders}::uuid[])
      and settled_at < (pay_day + time '06:00') at time zone 'Europe/London' - interval '2 days'`.execute(db)
  ).rows;

describe('every date, once', () => {
  it('under two workers, broken connections, a clock that jumps, and both changes of the clocks', {
    timeout: 900_000,
  }, async () => {
    const clock = clockAt('2026-11-20T12:00:00Z');
    const { orders } = await givenOrders(clock, '2026-11-23', weeks);
    const random = chance(20_261_121);
    const end = Date.parse('2028-01-20T00:00:00Z');
    let present = clock.now.getTime();
    let broken = 0;
    for (let turn = 0; present < end; turn += 1) {
      present += random() * 4 * 86_400_000;
      // Now and then the clock is set wrong by up to two days, either way, for one turn.
      const wrong = turn % 5 === 4 ? (random() - 0.5) * 4 * 86_400_000 : 0;
      clock.now = new Date(present + wrong);
      const turns = Promise.allSettled(workers.map((worker) => turnAt(worker, clock)));
      if (turn % 7 === 3) {
        await sleep(random() * 12);
        await breakConnections();
        broken += 1;
      }
      await turns;
    }
    for (let turn = 0; turn < 20; turn += 1) {
      clock.now = new Date(clock.now.getTime() + 120_000); // what a broken connection had put off
      await turnAt(db, clock);
    }

    const schedule = { frequency: 'weekly', first: '2026-11-23', nonWorkingDay: 'next' } as const;
    const { holidays } = await db.transaction().execute((tx) => calendarOf(tx, { account: 'GBP', payee: 'GBP' }));
    const expected = nextDates({ ...schedule, end: { kind: 'count', count: weeks } }, 0, 1000, holidays);
    const tally = await tallyOf(orders);
    expect(broken).toBeGreaterThan(5);
    expect(await tooEarly(orders)).toEqual([]);
    expect(tally).toHaveLength(orders.length * weeks);
    for (const order of orders)
      expect(tally.filter((row) => row.order_id === order).map(({ day }) => day)).toEqual(
        expected.map(({ day }) => day),
      );
    expect(tally.filter(({ state, payments }) => state !== 'paid' || payments !== 1)).toEqual([]);
    const { rows } = await sql<{ state: string }>`select distinct state from standing_order.standing_order`.execute(db);
    expect(rows).toEqual([{ state: 'completed' }]);
    expect(await findViolations(db)).toEqual([]);
  });

  it('of a process that is killed in the middle of it, again and again', { timeout: 300_000 }, async () => {
    const clock: Clock = { now: new Date() };
    const startDate = new Date(clock.now.getTime() + 8 * 86_400_000).toISOString().slice(0, 10);
    const { orders } = await givenOrders(clock, startDate, 4);
    await sql`update standing_order.occurrence set next_try_at = now() - interval '1 minute', warn_at = null
      where order_id = any(${orders}::uuid[])`.execute(db);
    const paid = async () => (await tallyOf(orders)).filter(({ state }) => state === 'paid').length;
    let kills = 0;
    for (; kills < 12 && (await paid()) < orders.length; kills += 1) {
      const worker = startWorker();
      await once(worker, 'message');
      await sleep(kills * 4);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    await tickStandingOrders(db, silent);
    const tally = await tallyOf(orders);
    expect(kills).toBeGreaterThan(1);
    expect(tally).toHaveLength(orders.length);
    expect(tally.filter(({ state, payments }) => state !== 'paid' || payments !== 1)).toEqual([]);
    expect(await findViolations(db)).toEqual([]);
  });
});

const here = import.meta.dirname;
const program = `
  const { openDb } = await import(${JSON.stringify(join(here, '../kernel/db.ts'))});
  const { openLog } = await import(${JSON.stringify(join(here, '../kernel/log.ts'))});
  const { tickStandingOrders } = await import(${JSON.stringify(join(here, 'run-standing-orders.ts'))});
  const db = openDb(process.env.DATABASE_URL, 2);
  process.send('ready');
  for (;;) await tickStandingOrders(db, openLog('silent'));`;

/** A worker of its own process, which says when it begins. */
const startWorker = (): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

describe('the moments of a plan', () => {
  it('are those that the database reckons with, on both sides of every change of the clocks', async () => {
    const days = ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'];
    for (const zone of ['Europe/London', 'Asia/Bangkok', 'America/New_York'])
      for (const day of days)
        for (const time of ['06:00', '09:00', '13:00', '17:00']) {
          const { rows } = await sql<{ at: Date }>`
            select (${day}::date + ${time}::time) at time zone ${zone} as at`.execute(db);
          expect(momentOf(day, time, zone)).toEqual(rows[0]?.at);
        }
  });
});
