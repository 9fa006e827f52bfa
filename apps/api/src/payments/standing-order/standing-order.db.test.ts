import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { asOwner } from '../../../../../test/fixtures/database.ts';
import { balancesOf, insertFeeWaiver } from '../../../../../test/fixtures/payment.ts';
import {
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  standingOrderTerms,
  type TestClock,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createStandingOrder } from './save-standing-order.ts';

const { db, url } = await createDatabase();
let who: TestUser;
let account: BankAccount;
let payee: Payee;
let clock: TestClock;
let me: Awaited<ReturnType<typeof createStandingOrderUser>>;

beforeEach(async () => {
  await sql`update payment.service_availability set is_on = true`.execute(db);
  await sql`update standing_order.standing_order set state = 'cancelled', blocked_code = null where state not in ('completed', 'cancelled')`.execute(
    db,
  );
  await sql`update standing_order.occurrence set state = 'skipped', next_attempt_at = null, warn_at = null, settled_at = now() where settled_at is null`.execute(
    db,
  );
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '100.00' });
  payee = await seedPayee(db, who);
  clock = clockAt('2026-11-21T10:00:00Z');
  me = await createStandingOrderUser(db, who, clock);
});

const terms = (over: Parameters<typeof standingOrderTerms>[2] = {}) => standingOrderTerms(account, payee, over);
const runAt = (moment?: string) => {
  if (moment) clock.now = new Date(moment);
  return runStandingOrdersAt(db, clock);
};
const paidDays = async (uid: string) =>
  (await me.history(uid)).filter(({ state }) => state === 'paid').map(({ payDay }) => payDay);
const eventsOf = async (step: string) =>
  (
    await sql<{ payload: Record<string, string> }>`select payload from platform.event
      where topic = 'standing-order.updated' and payload->>'step' = ${step} and payload->>'customerId' = ${who.customer.id} order by id`.execute(
      db,
    )
  ).rows.map(({ payload }) => payload);

describe('standing order', () => {
  it('is created with its next dates and pays each once', async () => {
    const order = await me.create(terms({ startDate: '2026-11-28', nonWorkingDay: 'next' }));
    expect(order).toMatchObject({
      state: 'active',
      version: 1,
      next: { day: '2026-11-28', payDay: '2026-11-30', state: 'upcoming', nextAttemptAt: '2026-11-30T06:00:00.000Z' },
      shortfall: null,
      paid: { count: 0, total: { amount: '0.00' } },
    });
    expect(order.nextDates.slice(0, 2)).toEqual([
      { day: '2026-12-28', payDay: '2026-12-29' },
      { day: '2027-01-28', payDay: '2027-01-28' },
    ]);
    expect(await runAt('2026-11-30T05:59:59Z')).toBe(0);
    expect(await runAt('2026-11-30T06:00:00Z')).toBe(1);
    expect(await runAt()).toBe(0);
    const after = await me.only();
    expect(after).toMatchObject({ paid: { count: 1, total: { amount: '25.00' } }, next: { day: '2026-12-28' } });
    const [paid] = await me.history(order.uid);
    expect(paid).toMatchObject({ state: 'paid', payDay: '2026-11-30', amount: { amount: '25.00' } });
    const payment = await sql<{ source: string; payeeReference: string; state: string }>`
      select source, payee_reference, state from payment.payment where id = ${paid?.paymentUid}`.execute(db);
    expect(payment.rows).toEqual([{ source: 'standing_order', payeeReference: 'Rent', state: 'ready' }]);
    expect(await balancesOf(db, account)).toEqual(['100.00', '74.50']);
    expect(await findViolations(db)).toEqual([]);
  });

  it('completes after its last date', async () => {
    const order = await me.create(terms({ frequency: 'weekly', end: { kind: 'count', count: 2 } }));
    await runAt('2026-12-01T06:00:01Z');
    await runAt('2026-12-08T06:00:01Z');
    expect(await me.only()).toMatchObject({ state: 'completed', next: null, nextDates: [], paid: { count: 2 } });
    expect(await eventsOf('completed')).toMatchObject([{ orderId: order.uid }]);
    for (const verb of [me.pause, me.resume, me.cancel])
      await expectRefusal(db, 'invalid_transition', () => verb(order.uid));
    await expectRefusal(db, 'invalid_transition', () => me.skip(order.uid, '2026-12-15'));
  });

  it('is refused with invalid terms', async () => {
    const attempt = async (
      code: Parameters<typeof expectRefusal>[1],
      over: Parameters<typeof terms>[0],
      field?: string,
    ) => {
      const wanted = terms(over);
      const idempotency = v7();
      const approval = await me.approveTerms(wanted, null, null, idempotency);
      const refusal = await expectRefusal(db, code, () =>
        me.inside((ctx) => createStandingOrder(ctx, { terms: wanted, authorisation: approval, idempotency })),
      );
      if (field) expect(refusal.errors).toMatchObject([{ field: `terms.${field}` }]);
    };
    await attempt('validation_failed', { startDate: '2026-11-21' }, 'startDate');
    await attempt('validation_failed', { startDate: '2029-11-21' }, 'startDate');
    await attempt('validation_failed', { startDate: '2026-11-22', nonWorkingDay: 'previous' }, 'startDate');
    await attempt('validation_failed', { end: { kind: 'date', date: '2026-11-30' } }, 'end');
    await attempt('amount_invalid', { amount: '0.00' });
    await attempt('amount_invalid', { amount: '1.001' });
    await attempt('reference_invalid', { reference: 'More than eighteen letters' });
    await attempt('payee_changed', { payeeVersion: payee.version + 1 });
    await attempt('not_found', { payeeUid: v7() });
    await attempt('not_found', { sourceBankholderId: '9999999' });
    const euros = await seedAccount(db, who, { currency: 'EUR' });
    await attempt('account_not_usable', { sourceBankholderId: euros.bankholderId });
    await sql`update payment.service_availability set is_on = false where key = 'standing'`.execute(db);
    await attempt('service_off', {});
  });

  it('requires a PIN authorisation of exactly its terms', async () => {
    const idempotency = v7();
    const approval = await me.approveTerms(terms(), null, null, idempotency);
    const others = [
      terms({ amount: '25.01' }),
      terms({ reference: 'Rent 2' }),
      terms({ frequency: 'weekly' }),
      terms({ startDate: '2026-12-02' }),
      terms({ end: { kind: 'count', count: 3 } }),
      terms({ nonWorkingDay: 'exact' }),
      terms({ warnDaysBefore: 0 }),
    ];
    for (const other of others)
      await expectRefusal(db, 'authorisation_invalid', () =>
        me.inside((ctx) => createStandingOrder(ctx, { terms: other, authorisation: approval, idempotency })),
      );
    await me.inside((ctx) => createStandingOrder(ctx, { terms: terms(), authorisation: approval, idempotency }));
  });

  it('is refused above the maximum number of orders', async () => {
    await writeSettings(
      db,
      sql`insert into standing_order.setting values (now() - interval '1 day', 1, 730, '06:00', '{09:00,13:00,17:00}', '09:00')`,
    );
    clock.now = new Date(Math.max(Date.now(), clock.now.getTime()));
    const startDate = new Date(clock.now.getTime() + 9 * 86_400_000).toISOString().slice(0, 10);
    await me.create(terms({ startDate }));
    await expect(me.create(terms({ startDate }))).rejects.toMatchObject({ code: 'too_many_orders' });
    await writeSettings(db, sql`delete from standing_order.setting where max_open_orders = 1`);
  });

  it('is not found for another customer', async () => {
    const { uid } = await me.create(terms());
    const other = await createStandingOrderUser(db, await seedCustomer(db), clock);
    for (const verb of [other.pause, other.resume, other.cancel, other.history])
      await expectRefusal(db, 'not_found', () => verb(uid));
    await expectRefusal(db, 'not_found', () => other.skip(uid, '2026-12-01'));
    await expect(other.edit({ ...(await me.only()) }, terms())).rejects.toMatchObject({ code: 'not_found' });
    expect(await other.list()).toEqual([]);
  });
});

describe('dates due together', () => {
  const statesNow = async () =>
    (
      await sql<{ reference: string; state: string; why: string | null; transaction: string | null }>`
        select o.payee_reference as reference, o.state, o.failure_code as why, p.xmin::text as transaction from standing_order.occurrence o
          left join payment.payment p on p.id = o.payment_id
        where o.customer_id = ${who.customer.id} and o.day = '2026-12-01' order by o.id`.execute(db)
    ).rows;

  it('are decided in sequence, and a refusal does not affect the rest', async () => {
    for (const [reference, amount] of [
      ['First', '40.00'],
      ['Second', '30.00'],
      ['Too much', '50.00'],
      ['Fourth', '10.00'],
    ] as const)
      await me.create(terms({ reference, amount }));
    const paused = await me.create(terms({ reference: 'Paused', amount: '1.00' }));
    await me.pause(paused.uid);
    expect(await runAt('2026-12-01T06:00:00Z')).toBe(5);
    const states = await statesNow();
    expect(states.map(({ reference, state, why }) => [reference, state, why])).toEqual([
      ['First', 'paid', null],
      ['Second', 'paid', null],
      ['Too much', 'retrying', 'insufficient_funds'],
      ['Fourth', 'paid', null],
      ['Paused', 'skipped', 'paused'],
    ]);
    expect(new Set(states.flatMap(({ transaction }) => transaction ?? [])).size).toBe(1);
    expect(await balancesOf(db, account)).toEqual(['100.00', '18.50']);
    expect(await findViolations(db)).toEqual([]);
  });

  it('are paid even if one cannot be written; that one is retried after a minute', async () => {
    await asOwner(
      { url },
      `create function standing_order.break_one() returns trigger language plpgsql as
        $$ begin if new.payee_reference = 'Broken' then raise exception 'broken'; end if; return new; end $$;
      create trigger break_one before insert on payment.payment for each row execute function standing_order.break_one()`,
    );
    for (const reference of ['First', 'Broken', 'Third']) await me.create(terms({ reference, amount: '10.00' }));
    await runAt('2026-12-01T06:00:00Z');
    const states = async () => (await statesNow()).map(({ state }) => state);
    expect(await states()).toEqual(['paid', 'due', 'paid']);
    await asOwner({ url }, 'drop function standing_order.break_one() cascade');
    expect(await runAt('2026-12-01T06:00:59Z')).toBe(0);
    expect(await runAt('2026-12-01T06:01:00Z')).toBe(1);
    expect(await states()).toEqual(['paid', 'paid', 'paid']);
    expect(await balancesOf(db, account)).toEqual(['100.00', '68.50']);
  });
});

describe('single date', () => {
  it('is skipped once', async () => {
    const { uid } = await me.create(terms());
    expect(await me.skip(uid, '2026-12-01')).toMatchObject({ next: { day: '2027-01-01', payDay: '2027-01-04' } });
    await expectRefusal(db, 'order_changed', () => me.skip(uid, '2026-12-01'));
    await runAt('2026-12-01T06:00:00Z');
    expect(await me.history(uid)).toMatchObject([
      { day: '2026-12-01', state: 'skipped', failure: { code: 'skipped' } },
    ]);
    expect(await balancesOf(db, account)).toEqual(['100.00', '100.00']);
  });

  it('changes alone in amount, reference and day', async () => {
    const order = await me.create(terms());
    const edited = await me.editNext(order, { amount: '40.00', reference: 'Rent and key', payDay: '2026-12-03' });
    expect(edited).toMatchObject({
      version: 1,
      terms: { amount: '25.00' },
      next: { day: '2026-12-01', payDay: '2026-12-03', amount: { amount: '40.00' }, edited: true },
      nextDates: [{ day: '2027-01-01' }, {}, {}, {}, {}],
    });
    expect(await runAt('2026-12-02T23:00:00Z')).toBe(0);
    await runAt('2026-12-03T06:00:00Z');
    expect(await me.only()).toMatchObject({
      paid: { count: 1, total: { amount: '40.00' } },
      next: { day: '2027-01-01', amount: { amount: '25.00' }, edited: false },
    });
  });

  it('refuses an invalid change', async () => {
    const order = await me.create(terms());
    await expect(me.editNext(order, { payDay: '2026-11-21' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(me.editNext(order, { payDay: '2026-12-05' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(me.editNext(order, { payDay: '2027-01-04' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(me.editNext(order, { amount: '0.00' })).rejects.toMatchObject({ code: 'amount_invalid' });
    await expect(me.editNext(order, { day: '2027-01-01' })).rejects.toMatchObject({ code: 'order_changed' });
    await expect(me.editNext({ ...order, version: 2 })).rejects.toMatchObject({ code: 'order_changed' });
    await sql`update payment.service_availability set is_on = false where key = 'payment.gbp'`.execute(db);
    await runAt('2026-12-01T06:00:00Z');
    await expect(me.editNext(order)).rejects.toMatchObject({ code: 'invalid_transition' });
  });
});

describe('changed standing order', () => {
  it('continues its dates when only the amount changes', async () => {
    const order = await me.create(terms({ frequency: 'weekly', end: { kind: 'count', count: 3 } }));
    await runAt('2026-12-01T06:00:00Z');
    const edited = await me.edit(
      order,
      terms({ frequency: 'weekly', end: { kind: 'count', count: 3 }, amount: '10.00' }),
    );
    expect(edited).toMatchObject({ version: 2, next: { day: '2026-12-08', amount: { amount: '10.00' } } });
    expect(edited.nextDates).toEqual([{ day: '2026-12-15', payDay: '2026-12-15' }]);
    await expect(me.edit(order, terms())).rejects.toMatchObject({ code: 'order_changed' });
    const { rows } = await sql<{ version: number; amount: string }>`
      select version, terms->>'amount' as amount from standing_order.version where order_id = ${order.uid} order by 1`.execute(
      db,
    );
    expect(rows).toEqual([
      { version: 1, amount: '25.00' },
      { version: 2, amount: '10.00' },
    ]);
  });

  it('counts from its new start and never pays a day twice', async () => {
    const order = await me.create(terms({ frequency: 'weekly' }));
    await me.skip(order.uid, '2026-12-01');
    const edited = await me.edit(await me.only(), terms({ frequency: 'fortnightly', startDate: '2026-12-01' }));
    expect(edited).toMatchObject({ next: { day: '2026-12-15' } });
    await expect(me.edit(edited, terms({ startDate: '2026-11-20' }))).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(
      me.edit(
        edited,
        terms({ frequency: 'fortnightly', startDate: '2026-12-01', end: { kind: 'date', date: '2026-12-02' } }),
      ),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('paused standing order', () => {
  it('skips the dates that pass and continues after them', async () => {
    const { uid } = await me.create(terms({ frequency: 'weekly' }));
    expect(await me.pause(uid)).toMatchObject({ state: 'paused', shortfall: null });
    await expectRefusal(db, 'invalid_transition', () => me.pause(uid));
    await runAt('2026-12-01T06:00:00Z');
    clock.now = new Date('2026-12-09T12:00:00Z');
    expect(await me.resume(uid)).toMatchObject({ state: 'active', next: { day: '2026-12-15' } });
    expect(await me.history(uid)).toMatchObject([
      { day: '2026-12-08', state: 'skipped', failure: { code: 'paused' } },
      { day: '2026-12-01', state: 'skipped', failure: { code: 'paused' } },
    ]);
    await runAt('2026-12-15T06:00:00Z');
    expect(await paidDays(uid)).toEqual(['2026-12-15']);
  });

  it('pays nothing once cancelled', async () => {
    const { uid } = await me.create(terms());
    await me.pause(uid);
    expect(await me.cancel(uid)).toMatchObject({ state: 'cancelled', next: null });
    await runAt('2027-06-01T06:00:00Z');
    expect(await me.history(uid)).toMatchObject([{ state: 'skipped', failure: { code: 'cancelled' } }]);
    expect(await balancesOf(db, account)).toEqual(['100.00', '100.00']);
  });
});

describe('date without sufficient funds', () => {
  it('warns once on the day before, with the shortfall', async () => {
    await me.create(terms({ amount: '90.00' }));
    await me.create(terms({ amount: '30.00', reference: 'Gym' }));
    expect((await me.list()).map(({ shortfall }) => shortfall?.amount)).toEqual(['21.00', '21.00']);
    await runAt('2026-11-30T08:59:59Z');
    expect(await eventsOf('warning')).toEqual([]);
    await runAt('2026-11-30T09:00:00Z');
    await runAt('2026-11-30T10:00:00Z');
    expect(await eventsOf('warning')).toHaveLength(2);
    const rent = (await eventsOf('warning')).find(({ amount }) => amount === '90.00');
    expect(rent).toMatchObject({
      needed: { amount: '90.50', currency: 'GBP' },
      missing: { amount: '21.00', currency: 'GBP' },
      payDay: '2026-12-01',
    });
  });

  it.each([
    ['99.50', undefined, undefined],
    ['99.51', '100.01', '0.01'],
    ['100.00', '100.50', '0.50'],
  ])('includes the fee for %s', async (amount, needed, missing) => {
    await me.create(terms({ amount }));
    const order = await me.only();
    expect([order.required?.amount, order.shortfall?.amount]).toEqual([needed, missing]);
    await runAt('2026-11-30T09:00:00Z');
    expect((await eventsOf('warning')).map((news) => [news.needed, news.missing])).toEqual(
      needed
        ? [
            [
              { amount: needed, currency: 'GBP' },
              { amount: missing, currency: 'GBP' },
            ],
          ]
        : [],
    );
    await runAt('2026-12-01T06:00:00Z');
    expect((await me.only()).paid.count).toBe(needed ? 0 : 1);
  });

  it('is free with a valid free transfer, even while services are off', async () => {
    const give = (expiresAt: string) =>
      inTransaction(db, (tx) =>
        insertFeeWaiver(tx, {
          id: v7(),
          customerId: who.customer.id,
          source: 'signup',
          expiresAt: new Date(expiresAt),
        }),
      );
    await me.create(terms({ amount: '60.00' }));
    await me.create(terms({ amount: '40.00', reference: 'Gym' }));
    const missing = async () => (await me.list()).map((order) => order.shortfall?.amount);
    expect(await missing()).toEqual(['1.00', '1.00']);
    await give('2026-12-01T05:59:00Z');
    expect(await missing()).toEqual(['1.00', '1.00']);
    await give('2026-12-02T00:00:00Z');
    expect(await missing()).toEqual(['0.50', '0.50']);
    await sql`update payment.service_availability set is_on = false where key = 'payment.gbp'`.execute(db);
    expect(await missing()).toEqual(['0.50', '0.50']);
  });

  it('uses the fee in force on its day', async () => {
    await writeSettings(
      db,
      sql`insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
      select 'faster-payments', 'GBP', tier, 75, '2026-12-15T00:00:00Z' from unnest(array['plus', 'wallet']) as tier`,
    );
    await me.create(terms({ amount: '99.50' }));
    expect((await me.only()).shortfall).toBeNull();
    await me.create(terms({ amount: '99.40', reference: 'Gym', startDate: '2027-01-04' }));
    const gym = (await me.list()).find(({ terms: { reference } }) => reference === 'Gym');
    expect(gym?.required).toEqual({ amount: '100.15', currency: 'GBP' });
    await writeSettings(db, sql`delete from payment.fee_rule where fee_minor = 75`);
  });

  it('is not warned of when funds suffice or warnings are off', async () => {
    await me.create(terms());
    await me.create(terms({ amount: '500.00', warnDaysBefore: 0 }));
    await sql`update standing_order.standing_order set state = 'paused' where warning_days = 0`.execute(db);
    await runAt('2026-11-30T09:00:00Z');
    expect(await eventsOf('warning')).toEqual([]);
  });

  it('is tried at nine, one and five on the rail’s clock, then fails', async () => {
    const { uid } = await me.create(terms({ amount: '200.00', startDate: '2027-07-01' }));
    const tries = ['05:00', '08:00', '12:00', '16:00']; // 05:00 UTC is 06:00 in London during summer time
    for (const [i, time] of tries.entries()) {
      await runAt(`2027-07-01T${time}:00Z`);
      expect(await runAt()).toBe(0);
      const expected = tries[i + 1];
      if (expected)
        expect((await me.only()).next).toMatchObject({
          state: 'retrying',
          attempts: i + 1,
          nextAttemptAt: `2027-07-01T${expected}:00.000Z`,
          failure: { code: 'insufficient_funds' },
        });
    }
    expect(await me.history(uid)).toMatchObject([{ day: '2027-07-01', state: 'failed', attempts: 4 }]);
    expect(await me.only()).toMatchObject({ state: 'active', next: { day: '2027-08-01', payDay: '2027-08-02' } });
    expect(await eventsOf('retrying')).toHaveLength(3);
    expect((await eventsOf('failed')).map(({ message }) => message)).toEqual([
      'Nothing was sent. You were 100.50 GBP short. You had 100.00 GBP available and this needed 200.50 GBP.',
    ]);
    expect(await balancesOf(db, account)).toEqual(['100.00', '100.00']);
  });

  it('is paid at the first retry after money arrives', async () => {
    const { uid } = await me.create(terms({ amount: '120.00' }));
    await runAt('2026-12-01T06:00:00Z');
    await seedCredit(db, account, '50.00');
    await runAt('2026-12-01T09:00:00Z');
    expect(await paidDays(uid)).toEqual(['2026-12-01']);
    expect((await me.history(uid))[0]).toMatchObject({ attempts: 1 });
    expect(await balancesOf(db, account)).toEqual(['150.00', '29.50']);
  });

  it('waits while the service is off, and fails alone above the payment limit', async () => {
    await seedCredit(db, account, '60000.00');
    const big = await me.create(terms({ amount: '30000.00' }));
    const small = await me.create(terms({ reference: 'Small' }));
    await sql`update payment.service_availability set is_on = false where key = 'standing'`.execute(db);
    expect(await runAt('2026-12-01T18:00:00Z')).toBe(0);
    await sql`update payment.service_availability set is_on = true`.execute(db);
    await runAt();
    expect(await me.history(big.uid)).toMatchObject([{ state: 'failed', failure: { code: 'limit_exceeded' } }]);
    expect(await paidDays(small.uid)).toEqual(['2026-12-01']);
  });
});
