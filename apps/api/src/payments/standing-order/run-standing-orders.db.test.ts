import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { killRepeatedly } from '../../../../../test/fixtures/killed-worker.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { payees, regulatoryInformation, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import {
  berlinPayee,
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  setLondonAddress,
  silent,
  standingOrderTerms,
  type TestClock,
} from '../../../../../test/fixtures/standing-order.ts';
import { findCrossCheckViolations } from '../../../../../tools/cross-checks/cross-checks.ts';
import { openDb } from '../../platform/db/db.ts';
import { loadCalendar } from './calendar.read.ts';
import { standingOrderJob } from './run-standing-orders.ts';
import { planDates, zonedTimeToUtc } from './schedule.ts';

const customerCount = Number(process.env.STANDING_PEOPLE ?? 1);
const mostKills = Number(process.env.WORKER_KILLS ?? 3);
const kinds = [
  { account: 'GBP', payee: 'GBP' },
  { account: 'EUR', payee: 'EUR' },
  { account: 'THB', payee: 'THB' },
  { account: 'GBP', payee: 'EUR' },
] as const;
type Kind = (typeof kinds)[number];
/** From before the clocks change in spring until after they change in autumn. */
const weeks = 50;
/** The pauses between two runs, at most. */
const longestPauseDays = Number(process.env.PAUSE_DAYS ?? 10);

const { db, url } = await createDatabase();
const workers = [openDb(`${url}?application_name=worker`, 4), openDb(`${url}?application_name=worker`, 4)];
const owner = new pg.Client({ connectionString: url });
await owner.connect();
afterAll(async () => {
  await Promise.all([...workers.map((worker) => worker.destroy()), owner.end()]);
});

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Order = Readonly<{ uid: string; kind: Kind }>;
let iban = 0;

async function createSides(given: TestUser, { account: currency, payee }: Kind) {
  iban += 1;
  const foreign = currency === 'GBP' ? {} : { iban: `GB00LARK0406219${String(iban).padStart(7, '0')}` };
  const account = await seedAccount(db, given, { currency, balance: '9000.00', ...foreign });
  const ofEuros = currency === 'GBP' ? berlinPayee : payees.klaus;
  const to =
    payee === 'GBP'
      ? await seedPayee(db, given)
      : await seedPayeeOf(db, given, payee === 'THB' ? payees.malee : ofEuros);
  const fx = { amountSide: 'sent', floorRate: null, onBreach: 'hold_and_ask', maxDebit: null } as const;
  const over =
    currency === payee
      ? { amount: '0.01', ...regulatoryInformation }
      : { amount: '1.00', fx, chargeType: 'SHA' as const };
  return { account, to, over };
}

async function createOrders(clock: TestClock, startDate: string, count: number): Promise<Order[]> {
  await setMarket(db, 'open');
  await seedRates(db, quietDay, { goodForSeconds: 10 * 365 * 86_400 });
  const orders: Order[] = [];
  for (let n = 0; n < customerCount; n += 1) {
    const given = await seedCustomer(db);
    await setLondonAddress(db, given);
    const me = await createStandingOrderUser(db, given, clock);
    for (const kind of kinds) {
      const { account, to, over } = await createSides(given, kind);
      const terms = { ...over, frequency: 'weekly', startDate, end: { kind: 'count', count } } as const;
      orders.push({ uid: (await me.create(standingOrderTerms(account, to, terms))).uid, kind });
    }
  }
  return orders;
}

const breakConnections = () =>
  owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'worker'`);

type Tally = Readonly<{ orderId: string; day: string; payDay: string; state: string; payments: number }>;

const uidsOf = (orders: readonly Order[]): string[] => orders.map(({ uid }) => uid);

async function tallyOf(orders: readonly Order[]): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select o.order_id, o.day, o.pay_day, o.state, count(p.id)::int as payments from standing_order.occurrence o
      left join payment.payment p on p.source = 'standing_order' and p.source_id = o.id
    where o.order_id = any(${uidsOf(orders)}::uuid[]) and o.settled_at is not null group by o.id order by 1, 2`.execute(
    db,
  );
  return rows;
}

async function transactionsOf(orders: readonly Order[]): Promise<number> {
  const { rows } = await sql<{ transactions: number }>`
    select count(distinct p.xmin::text)::int as transactions from payment.payment p
      join standing_order.occurrence o on o.id = p.source_id where o.order_id = any(${uidsOf(orders)}::uuid[])`.execute(
    db,
  );
  return rows[0]?.transactions ?? 0;
}

const tooEarly = async (orders: readonly Order[]): Promise<unknown[]> =>
  (
    await sql`select o.day from standing_order.occurrence o join standing_order.standing_order s on s.id = o.order_id
      where o.order_id = any(${uidsOf(orders)}::uuid[]) and o.settled_at < (o.pay_day + time '06:00') at time zone
        (case s.account_currency when 'THB' then 'Asia/Bangkok' when 'EUR' then 'Europe/Berlin' else 'Europe/London' end)
        - interval '2 days'`.execute(db)
  ).rows;

describe('each date is paid exactly once', () => {
  it('with two workers, broken connections, a jumping clock and both clock changes', {
    timeout: 900_000,
  }, async () => {
    const clock = clockAt('2026-11-20T12:00:00Z');
    const orders = await createOrders(clock, '2026-11-23', weeks);
    const random = createRandom(20_261_121);
    const end = Date.parse('2027-11-12T00:00:00Z');
    let present = clock.now.getTime();
    let broken = 0;
    for (let turn = 0; present < end; turn += 1) {
      present += random() * longestPauseDays * 86_400_000;
      // Every fifth round the clock is wrong by up to two days in either direction.
      const wrong = turn % 5 === 4 ? (random() - 0.5) * 4 * 86_400_000 : 0;
      clock.now = new Date(present + wrong);
      const turns = Promise.allSettled(workers.map((worker) => runStandingOrdersAt(worker, clock)));
      if (turn % 7 === 3) {
        await sleep(random() * 12);
        await breakConnections();
        broken += 1;
      }
      await turns;
    }
    for (let turn = 0; turn < 20; turn += 1) {
      clock.now = new Date(clock.now.getTime() + 120_000);
      await runStandingOrdersAt(db, clock);
    }

    const schedule = { frequency: 'weekly', firstDay: '2026-11-23', nonWorkingDay: 'next' } as const;
    const planned = async (kind: Kind) => {
      const { holidays } = await db.transaction().execute((tx) => loadCalendar(tx, kind));
      return planDates({ ...schedule, end: { kind: 'count', count: weeks } }, 0, 1000, holidays);
    };
    const tally = await tallyOf(orders);
    expect(broken).toBeGreaterThan(5);
    expect(await tooEarly(orders)).toEqual([]);
    expect(tally).toHaveLength(orders.length * weeks);
    for (const { uid, kind } of orders)
      expect(tally.filter((row) => row.orderId === uid).map(({ day, payDay }) => [day, payDay])).toEqual(
        (await planned(kind)).map(({ day, payDay }) => [day, payDay]),
      );
    expect(tally.filter(({ state, payments }) => state !== 'paid' || payments !== 1)).toEqual([]);
    const { rows } = await sql<{ state: string }>`select distinct state from standing_order.standing_order`.execute(db);
    expect(rows).toEqual([{ state: 'completed' }]);
    expect([...(await findViolations(db)), ...(await findCrossCheckViolations(db))]).toEqual([]);
  });

  it('on a busy morning, with a hundred payments per transaction', { timeout: 300_000 }, async () => {
    const clock = clockAt('2026-11-20T12:00:00Z');
    const orders = await createOrders(clock, '2026-11-23', 1);
    clock.now = new Date('2026-11-23T06:00:00Z');
    expect(await runStandingOrdersAt(db, clock)).toBe(orders.length);
    const tally = await tallyOf(orders);
    expect(tally).toHaveLength(orders.length);
    expect(tally.filter(({ state, payments }) => state !== 'paid' || payments !== 1)).toEqual([]);
    expect(await transactionsOf(orders)).toBe(Math.ceil(orders.length / 100));
    expect([...(await findViolations(db)), ...(await findCrossCheckViolations(db))]).toEqual([]);
  });

  it('for two people of one customer, in a transaction each, because a transaction calls the ledger once', async () => {
    const clock = clockAt('2026-11-20T12:00:00Z');
    const owner = await seedCustomer(db, { business: true });
    const [account, payee] = [await seedAccount(db, owner, { balance: '100.00' }), await seedPayee(db, owner)];
    const ordersOf = async (who: TestUser): Promise<Order[]> => {
      const me = await createStandingOrderUser(db, who, clock);
      const terms = standingOrderTerms(account, payee, { amount: '30.00', startDate: '2026-11-23' });
      const made = [await me.create(terms), await me.create({ ...terms, reference: 'More' })];
      return made.map(({ uid }) => ({ uid, kind: kinds[0] }));
    };
    const [hers, his] = [await ordersOf(owner), await ordersOf(await seedColleague(db, owner, 'admin'))];
    clock.now = new Date('2026-11-23T08:00:00Z');
    expect(await runStandingOrdersAt(db, clock)).toBe(4);
    const states = (await tallyOf([...hers, ...his])).map(({ state, payments }) => [state, payments]);
    expect(states.filter(([state]) => state === 'paid')).toHaveLength(3);
    expect([await transactionsOf(hers), await transactionsOf([...hers, ...his])]).toEqual([1, 2]);
  });

  it('when the process is killed again and again', { timeout: 300_000 }, async () => {
    const clock: TestClock = { now: new Date() };
    const startDate = new Date(clock.now.getTime() + 8 * 86_400_000).toISOString().slice(0, 10);
    const orders = await createOrders(clock, startDate, 4);
    await sql`update standing_order.occurrence set next_attempt_at = now() - interval '1 minute', warn_at = null
      where order_id = any(${uidsOf(orders)}::uuid[])`.execute(db);
    const findUnprocessed = async () => {
      const { rows } = await sql<{ account: bigint }>`
        select a.ledger_account_id as account from standing_order.standing_order s
          join bank_account.account a on a.bankholder_id = s.source_bankholder_id
        where s.id = any(${uidsOf(orders)}::uuid[])
          and not exists (select from standing_order.occurrence o where o.order_id = s.id and o.settled_at is not null)
        limit 1`.execute(db);
      return rows[0]?.account;
    };
    const kills = await killRepeatedly({ url, program }, { owner, most: mostKills, findUnprocessed });
    // The database may still be finishing the killed worker's last transaction.
    const settled = async () => {
      await standingOrderJob.run(db, silent);
      return (await tallyOf(orders)).length;
    };
    await expect.poll(settled, { timeout: 60_000 }).toBe(orders.length);
    const tally = await tallyOf(orders);
    expect(kills).toBeGreaterThan(1);
    expect(tally).toHaveLength(orders.length);
    expect(tally.filter(({ state, payments }) => state !== 'paid' || payments !== 1)).toEqual([]);
    expect([...(await findViolations(db)), ...(await findCrossCheckViolations(db))]).toEqual([]);
  });
});

const testFolder = import.meta.dirname;
const program = `
  const { openDb } = await import(${JSON.stringify(join(testFolder, '../../platform/db/db.ts'))});
  const { openLog } = await import(${JSON.stringify(join(testFolder, '../../platform/observability/log.ts'))});
  const { standingOrderJob } = await import(${JSON.stringify(join(testFolder, 'run-standing-orders.ts'))});
  const db = openDb(process.env.DATABASE_URL, 2);
  process.send('ready');
  for (;;) await standingOrderJob.run(db, openLog('silent'));`;

describe('planned times', () => {
  it('match the database across every clock change', async () => {
    const days = ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'];
    for (const zone of ['Europe/London', 'Europe/Berlin', 'Europe/Brussels', 'Asia/Bangkok', 'America/New_York'])
      for (const day of days)
        for (const time of ['06:00', '09:00', '13:00', '17:00']) {
          const { rows } = await sql<{ at: Date }>`
            select (${day}::date + ${time}::time) at time zone ${zone} as at`.execute(db);
          expect(zonedTimeToUtc(day, time, zone)).toEqual(rows[0]?.at);
        }
  });
});
