import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findViolations } from '@larkmere/ledger/invariants';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import {
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  toMember,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { killRepeatedly } from '../../../../../test/fixtures/killed-worker.ts';
import { fasterPaymentsRoute, seedPinAuthorisation, seedSession } from '../../../../../test/fixtures/payment.ts';
import { makeScheduledDue, runScheduledAt } from '../../../../../test/fixtures/scheduled-payment.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import { openDb } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { initiatePayment } from '../initiation/initiation.ts';
import { findSchedule } from '../payment/schedule.sql.ts';

const people = Number(process.env.SCHEDULED_PEOPLE ?? 3);
const each = 6;
const mostKills = Number(process.env.WORKER_KILLS ?? 3);
const dayMs = 86_400_000;
const { db, url } = await createDatabase();
const workers = [openDb(`${url}?application_name=worker`, 4), openDb(`${url}?application_name=worker`, 4)];
const owner = new pg.Client({ connectionString: url });
await owner.connect();
afterAll(async () => {
  await Promise.all([...workers.map((worker) => worker.destroy()), owner.end()]);
});

async function seedScheduled(): Promise<string[]> {
  const uids: string[] = [];
  for (let n = 0; n < people; n += 1) {
    const who = await seedCustomer(db);
    const [account, payee] = [await seedAccount(db, who, { balance: '900.00' }), await seedPayee(db, who)];
    const session = await seedSession(db, who);
    for (let i = 0; i < each; i += 1) {
      const { payment } = await asSystem(db, async (ctx) => {
        const payer = await principalFor(ctx.tx, toMember(who));
        if (!payer) throw new Error('a given person can pay');
        return initiatePayment(ctx, payer, {
          source: 'form',
          kind: 'domestic',
          route: 'direct',
          ...fasterPaymentsRoute,
          sourceBankholderId: account.bankholderId,
          payeeUid: payee.id,
          payeeVersion: payee.version,
          amount: money('GBP', 100n),
          reference: 'Rent',
          fee: money('GBP', 50n),
          scheme: undefined,
          regulatoryInformation: {},
          attachments: {},
          draftUid: undefined,
          newPayee: undefined,
          authorisation: await seedPinAuthorisation(ctx.tx, who, session),
          executionDate: dayAhead(1 + ((n * 7 + i * 5) % 60)),
          isDuplicateConfirmed: true,
        });
      });
      uids.push(payment.id);
    }
  }
  return uids;
}

type Tally = Readonly<{ path: string; holds: number; early: boolean }>;

async function tallyOf(uids: readonly string[]): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select (select string_agg(state, ' ' order by seq) from payment.transition t where t.payment_id = p.id) as path,
      (select count(distinct op_id)::int from ledger.hold h where h.op_id = p.id) as holds,
      execute_at < (execution_date + time '06:00') at time zone 'Europe/London' - interval '2 days' as early
    from payment.payment p where id = any(${uids}::uuid[])`.execute(db);
  return rows;
}
const violations = (tally: readonly Tally[]) =>
  tally.filter(({ path, holds, early }) => path !== 'scheduled screening ready' || holds !== 1 || early);

describe('every scheduled payment executes once', () => {
  it('with two workers, broken connections and a jumping clock', { timeout: 300_000 }, async () => {
    const uids = await seedScheduled();
    let present = Date.now();
    for (let round = 0; present < Date.now() + 64 * dayMs; round += 1) {
      present += (1 + (round % 3)) * dayMs;
      const at = new Date(present + (round % 5 === 4 ? (round % 2 === 0 ? 2 : -2) * dayMs : 0));
      const turns = Promise.allSettled(workers.map((worker) => runScheduledAt(worker, at)));
      if (round % 4 === 3) {
        await sleep(round % 11);
        await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'worker'`);
      }
      await turns;
    }
    for (let i = 0; i < 10; i += 1) await runScheduledAt(db, new Date(present + i * 120_000));
    expect(violations(await tallyOf(uids))).toEqual([]);
    expect(await findViolations(db)).toEqual([]);
  });

  it('with a process that is killed repeatedly', { timeout: 300_000 }, async () => {
    const uids = await seedScheduled();
    for (const uid of uids) await makeScheduledDue(db, uid);
    const left = async () => (await tallyOf(uids)).filter(({ path }) => path === 'scheduled').length;
    const findUnprocessed = async () => {
      const { rows } = await sql<{ account: bigint }>`
        select a.ledger_account_id as account from payment.payment p join bank_account.account a on a.id = p.account_id
        where p.id = any(${uids}::uuid[]) and p.state = 'scheduled' limit 1`.execute(db);
      return rows[0]?.account;
    };
    const kills = await killRepeatedly({ url, program }, { owner, most: mostKills, findUnprocessed });
    const leftAfterTurn = async () => {
      await runScheduledAt(db);
      return left();
    };
    await expect.poll(leftAfterTurn, { timeout: 60_000 }).toBe(0);
    expect(kills).toBeGreaterThan(1);
    expect(violations(await tallyOf(uids))).toEqual([]);
    expect(await findViolations(db)).toEqual([]);
  });
});

const here = import.meta.dirname;
const program = `
  const { openDb } = await import(${JSON.stringify(join(here, '../../platform/db/db.ts'))});
  const { openLog } = await import(${JSON.stringify(join(here, '../../platform/observability/log.ts'))});
  const { scheduledPaymentJob } = await import(${JSON.stringify(join(here, 'run-scheduled-payments.ts'))});
  const db = openDb(process.env.DATABASE_URL, 2);
  process.send('ready');
  for (;;) await scheduledPaymentJob.run(db, openLog('silent'));`;

it.each([
  ['2027-03-27', 'GBP', 'faster-payments', '2027-03-27T06:00:00Z'],
  ['2027-03-28', 'GBP', 'faster-payments', '2027-03-28T05:00:00Z'],
  ['2027-10-30', 'GBP', 'faster-payments', '2027-10-30T05:00:00Z'],
  ['2027-10-31', 'GBP', 'faster-payments', '2027-10-31T06:00:00Z'],
  ['2026-12-25', 'EUR', 'sepa-credit-transfer', '2026-12-28T05:00:00Z'],
  ['2026-11-26', 'USD', 'fedwire', '2026-11-27T11:00:00Z'],
  ['2026-12-10', 'THB', 'bahtnet', '2026-12-10T23:00:00Z'],
] as const)('a payment planned for %s in %s by %s leaves at %s', async (day, currency, rail, at) => {
  const now = new Date('2026-11-21T12:00:00Z');
  const row = await inTransaction(db, (tx) => findSchedule(tx, { rail, currency, now, day }));
  expect(row?.executeAt?.toISOString()).toBe(new Date(at).toISOString());
});

it.each([
  ['2026-01-14T23:59:59Z', 'GBP', 'faster-payments', '2026-01-15'],
  ['2026-01-15T00:00:00Z', 'GBP', 'faster-payments', '2026-01-16'],
  ['2026-07-14T22:59:59Z', 'GBP', 'faster-payments', '2026-07-15'],
  ['2026-07-14T23:00:00Z', 'GBP', 'faster-payments', '2026-07-16'],
  ['2026-03-29T22:59:59Z', 'GBP', 'faster-payments', '2026-03-30'],
  ['2026-10-25T23:59:59Z', 'GBP', 'faster-payments', '2026-10-26'],
  ['2026-01-14T16:59:59Z', 'THB', 'bahtnet', '2026-01-15'],
  ['2026-01-14T17:00:00Z', 'THB', 'bahtnet', '2026-01-16'],
  ['2026-07-15T03:59:59Z', 'USD', 'fedwire', '2026-07-15'],
  ['2026-07-15T04:00:00Z', 'USD', 'fedwire', '2026-07-16'],
] as const)('at %s the first day for %s by %s is %s', async (now, currency, rail, earliest) => {
  const row = await inTransaction(db, (tx) => findSchedule(tx, { rail, currency, now: new Date(now), day: null }));
  expect(row?.earliest).toBe(earliest);
});
