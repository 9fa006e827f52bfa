import type { PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import pg from 'pg';
import { v7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { createTrader, runAutoFxAtRate, termsFor } from '../../../../../test/fixtures/auto-fx.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  type TestUser,
  type UkPayee,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, payees, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { removePayee } from '../../payees/payee/remove-payee.ts';
import { payOnFill } from '../../payments/domestic/pay-on-fill.ts';
import { cancelAutoFx, pauseAutoFx, resumeAutoFx } from './change-order.ts';
import { fillOrders } from './fill-orders.ts';
import { placeAutoFx } from './place-order.ts';
import { autoFxJob, processOrderTimeouts } from './run-auto-fx.ts';
import { triggerOrders } from './trigger-orders.ts';

const { db, url } = await createDatabase();
const owner = new pg.Client({ connectionString: url });
await owner.connect();
afterAll(() => owner.end());
let who: TestUser;
let source: BankAccount;
let target: BankAccount;
let me: Awaited<ReturnType<typeof createTrader>>;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  await sql`update payment.service_availability set is_on = true where key = 'fx.auto'`.execute(db);
  await sql`update auto_fx.auto_order set state = 'cancelled', hold_id = null, held_minor = null where state not in ('filled', 'failed_final', 'expired', 'cancelled')`.execute(
    db,
  );
  await db.deleteFrom('auto_fx.order_trigger').execute();
  who = await seedCustomer(db);
  source = await seedAccount(db, who, { balance: '1000.00' });
  target = await seedAccount(db, who, { currency: 'THB' });
  me = await createTrader(db, who);
});

const terms = (over: Parameters<typeof termsFor>[1] = {}) => termsFor({ source, target }, over);
const higher = '38.20';
const lower = '37.20';
const moveTime = (what: string) =>
  sql`update auto_fx.auto_order set ${sql.raw(what)} where customer_id = ${who.customer.id}`.execute(db);
const orderInput = async () => ({ uid: (await me.only()).uid, idempotency: v7() });
const topics = async (topic: string) =>
  (
    await sql<{ payload: Record<string, string> }>`select payload from platform.event
      where topic = ${topic} and payload->>'customerId' = ${who.customer.id} order by id`.execute(db)
  ).rows.map(({ payload }) => payload);

describe('limit order', () => {
  it('waits below its target and fills once at the customer’s own rate', async () => {
    expect(await me.place(terms())).toMatchObject({
      state: 'active',
      version: 1,
      direction: 'rises_to',
      distancePct: '0.74',
    });
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'active', fills: [], rateNow: { rate: '43.1839' } });
    await runAutoFxAtRate(db, higher);
    await runAutoFxAtRate(db, '39.00');
    expect(await me.only()).toMatchObject({
      state: 'filled',
      fills: [
        { sold: { amount: '500.00' }, bought: { amount: '21862.10', currency: 'THB' }, rate: '1 GBP = 43.7242 THB' },
      ],
    });
    expect(await balancesOf(db, source)).toEqual(['500.00', '500.00']);
    expect(await balancesOf(db, target)).toEqual(['21862.10', '21862.10']);
    expect(await topics('fx.converted')).toMatchObject([{ cause: 'auto', sold: '500.00', link: '/auto-fx' }]);
    expect(await findViolations(db)).toEqual([]);
  });

  it('with a target in the bought currency waits for a fall and is displayed in the sold currency', async () => {
    const baht = await seedAccount(db, who, { currency: 'THB', balance: '90000.00' });
    const back = { source: baht, target: source };
    const stated = { targetRate: '43.0000', targetBase: 'GBP' } as const;
    await me.place(termsFor(back, { sell: 'THB', buy: 'GBP', amount: '43000.00', ...stated }));
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({
      state: 'active',
      direction: 'rises_to',
      terms: stated,
      target: { base: 'THB', quote: 'GBP', rate: '0.023255', market: { base: 'GBP', quote: 'THB', rate: '43.0000' } },
    });
    await runAutoFxAtRate(db, lower);
    expect(await me.only()).toMatchObject({
      state: 'filled',
      fills: [{ sold: { amount: '43000.00', currency: 'THB' } }],
    });
  });

  it('for the whole balance sells everything available at the time of the fill', async () => {
    await me.place(terms({ amountMode: 'all_available', amount: null }));
    await seedCredit(db, source, '0.03');
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled', fills: [{ sold: { amount: '1000.03' } }] });
    expect(await balancesOf(db, source)).toEqual(['0.00', '0.00']);
  });

  it('reports missing money once and is retried when there is enough', async () => {
    await me.place(terms({ amount: '1012.40' }));
    await runAutoFxAtRate(db, higher);
    const failed = await me.only();
    expect(failed).toMatchObject({
      state: 'failed_retryable',
      failure: { code: 'short_balance', missing: '12.40 GBP' },
    });
    await moveTime(`retry_at = now()`);
    await runAutoFxAtRate(db, higher);
    expect((await topics('auto-fx.failed')).map(({ message }) => message)).toEqual([
      'Your GBP account was 12.40 GBP short.',
    ]);
    await seedCredit(db, source, '12.40');
    await moveTime(`retry_at = now()`);
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled', failure: null });
    expect(await balancesOf(db, source)).toEqual(['0.00', '0.00']);
  });
});

describe('reserved money', () => {
  it('cannot be spent elsewhere and pays for the fill', async () => {
    expect(await me.place(terms({ reserve: true }))).toMatchObject({ reserved: { amount: '500.00', currency: 'GBP' } });
    expect(await balancesOf(db, source)).toEqual(['1000.00', '500.00']);
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled', reserved: null });
    expect(await balancesOf(db, source)).toEqual(['500.00', '500.00']);
    expect(await findViolations(db)).toEqual([]);
  });

  it('for a fixed amount to buy is the maximum cost, and the rest is released', async () => {
    const placed = await me.place(terms({ amountMode: 'fixed_buy', amount: '21750.00', reserve: true }));
    expect(placed.reserved).toEqual({ amount: '500.00', currency: 'GBP' });
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({
      state: 'filled',
      fills: [{ sold: { amount: '497.44' }, bought: { amount: '21750.00' } }],
    });
    expect(await balancesOf(db, source)).toEqual(['502.56', '502.56']);
  });

  it('is released when the order is cancelled or expires', async () => {
    await me.place(terms({ reserve: true }));
    const cancel = await orderInput();
    await me.inside((ctx) => cancelAutoFx(ctx, cancel));
    expect(await balancesOf(db, source)).toEqual(['1000.00', '1000.00']);
    const until = dayAhead(1);
    await me.place(terms({ reserve: true, validUntil: until }));
    expect(await balancesOf(db, source)).toEqual(['1000.00', '500.00']);
    await sql`update auto_fx.auto_order set valid_until = now() where valid_until is not null`.execute(db);
    await runAutoFxAtRate(db, higher);
    expect((await me.list()).filter(({ state }) => state === 'expired')).toHaveLength(1);
    expect(await balancesOf(db, source)).toEqual(['1000.00', '1000.00']);
    expect(await topics('auto-fx.expired')).toHaveLength(1);
  });

  it('is refused with the missing amount', async () => {
    const refusal = await expectPlaceRefused('insufficient_funds', { reserve: true, amount: '1000.01' });
    expect(refusal.data).toMatchObject({ available: '1000.00', needed: '1000.01' });
  });
});

async function expectPlaceRefused(code: Parameters<typeof expectRefusal>[1], over: Parameters<typeof termsFor>[1]) {
  const wanted = terms(over);
  const idempotency = v7();
  const approval = await me.approve(wanted, null, null, idempotency);
  return expectRefusal(db, code, () =>
    me.inside((ctx) =>
      placeAutoFx(ctx, { terms: wanted, acceptMetTarget: true, authorisation: approval, idempotency }),
    ),
  );
}

describe('order', () => {
  it('is refused with the field that is invalid', async () => {
    await expectPlaceRefused('validation_failed', { targetRate: null });
    await expectPlaceRefused('validation_failed', { repeat: 'daily' });
    await expectPlaceRefused('validation_failed', { reserve: true, amountMode: 'all_available', amount: null });
    await expectPlaceRefused('validation_failed', { type: 'sweep', repeat: 'none' });
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const validUntil of [dayIn(-1), dayIn(181)]) await expectPlaceRefused('validation_failed', { validUntil });
    for (const validUntil of [dayIn(0), dayIn(180)])
      expect((await me.place(terms({ amount: '1.00', validUntil }))).terms.validUntil).toBe(validUntil);
    await expectPlaceRefused('amount_invalid', { amount: '0.00' });
    await expectPlaceRefused('amount_invalid', { amountMode: 'above_floor', floor: null, amount: null });
    await expectPlaceRefused('not_found', { sourceBankholderId: '9999999' });
    await expectPlaceRefused('account_not_usable', { sourceBankholderId: target.bankholderId });
    await sql`update payment.service_availability set is_on = false where key = 'fx.auto'`.execute(db);
    await expectPlaceRefused('service_off', {});
  });

  it('requires a PIN authorisation for exactly its terms', async () => {
    const idempotency = v7();
    const approval = await me.approve(terms(), null, null, idempotency);
    const others = [terms({ amount: '500.01' }), terms({ targetRate: '43.4999' }), terms({ offHours: 'execute' })];
    for (const other of others)
      await expectRefusal(db, 'authorisation_invalid', () =>
        me.inside((ctx) =>
          placeAutoFx(ctx, { terms: other, acceptMetTarget: true, authorisation: approval, idempotency }),
        ),
      );
  });

  it('is refused above the limit of open orders', async () => {
    await writeSettings(
      db,
      db.insertInto('auto_fx.setting').values({
        effectiveFrom: new Date(),
        maxActive: 1,
        maxPerDay: 1,
        slippageBps: 75,
        maxValidityDays: 180,
        offHours: 'hold',
      }),
    );
    await me.place(terms({ amount: '1.00', targetRate: '43' }));
    await expectPlaceRefused('too_many_orders', {});
    await runAutoFxAtRate(db, higher);
    await me.place(terms({ amount: '1.00', targetRate: '43' }));
    await runAutoFxAtRate(db, higher);
    expect((await me.list())[0]).toMatchObject({
      state: 'failed_retryable',
      failure: { code: 'daily_count', missing: '1' },
    });
    await writeSettings(db, sql`delete from auto_fx.setting where max_active = 1`);
  });

  it('is edited as a new version and refuses a stale version', async () => {
    const placed = await me.place(terms({ reserve: true }));
    const edited = await me.edit(placed, terms({ amount: '200.00', targetRate: '43.6', reserve: true }));
    expect(edited).toMatchObject({ version: 2, reserved: { amount: '200.00' }, terms: { targetRate: '43.6000' } });
    expect(await balancesOf(db, source)).toEqual(['1000.00', '800.00']);
    const { rows } = await sql<{ version: number; amount: string }>`
      select version, terms->>'amount' as amount from auto_fx.version where order_id = ${placed.uid} order by 1`.execute(
      db,
    );
    expect(rows).toEqual([
      { version: 1, amount: '500.00' },
      { version: 2, amount: '200.00' },
    ]);
    await expect(me.edit(placed, terms())).rejects.toMatchObject({ code: 'order_changed' });
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled', fills: [{ sold: { amount: '200.00' } }] });
    await expect(me.edit(edited, terms())).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  it('does nothing while paused, and a final state cannot be left', async () => {
    await me.place(terms());
    const name = await orderInput();
    expect(await me.inside((ctx) => pauseAutoFx(ctx, name))).toMatchObject({ state: 'paused' });
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'paused', fills: [] });
    await me.inside((ctx) => resumeAutoFx(ctx, { ...name, acceptMetTarget: true }));
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled' });
    for (const verb of [pauseAutoFx, cancelAutoFx])
      await expectRefusal(db, 'invalid_transition', () => me.inside((ctx) => verb(ctx, name)));
    await expectRefusal(db, 'invalid_transition', () =>
      me.inside((ctx) => resumeAutoFx(ctx, { ...name, acceptMetTarget: true })),
    );
  });

  it('is not found by another customer', async () => {
    await me.place(terms());
    const name = await orderInput();
    const other = await createTrader(db, await seedCustomer(db));
    for (const verb of [pauseAutoFx, resumeAutoFx, cancelAutoFx])
      await expectRefusal(db, 'not_found', () => other.inside((ctx) => verb(ctx, name)));
    expect(await other.list()).toEqual([]);
  });

  it('without an end date sends a reminder after 90 days', async () => {
    await me.place(terms());
    await moveTime(`reminded_at = now() - interval '91 days'`);
    await runJob(db, autoFxJob);
    await runJob(db, autoFxJob);
    expect(await topics('auto-fx.reminder_due')).toMatchObject([
      { summary: 'when 1 GBP = 43.5000 THB or more, exchange 500.00 GBP into THB' },
    ]);
  });
});

describe('waiting order', () => {
  it('fills when the market opens', async () => {
    await setMarket(db, 'markup');
    await me.place(terms({ targetRate: '43' }));
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'held_offhours', fills: [] });
    expect(await topics('auto-fx.held')).toMatchObject([{ why: 'held_offhours' }]);
    await setMarket(db, 'open');
    await moveTime('retry_at = now()');
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled' });
  });

  it('fills at the out-of-hours price if configured', async () => {
    await setMarket(db, 'markup');
    await me.place(terms({ targetRate: '43', offHours: 'execute' }));
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled', fills: [{ rate: '1 GBP = 43.6364 THB' }] });
  });

  it('fills when the service is switched on again', async () => {
    await me.place(terms({ targetRate: '43' }));
    await sql`update payment.service_availability set is_on = false where key = 'fx.auto'`.execute(db);
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'held_service_off' });
    await sql`update payment.service_availability set is_on = true where key = 'fx.auto'`.execute(db);
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled' });
  });

  it('survives a stale rate', async () => {
    await me.place(terms({ targetRate: '43' }));
    await sql`update rate.latest set confirmed_at = now() - interval '2 hours', valid_until = now() - interval '1 hour'`.execute(
      db,
    );
    await runJob(db, autoFxJob);
    expect(await me.only()).toMatchObject({ state: 'active', rateNow: null });
    await runAutoFxAtRate(db, higher);
    expect(await me.only()).toMatchObject({ state: 'filled' });
  });
});

describe('scheduled order', () => {
  const daily = { type: 'schedule', targetRate: null, repeat: 'daily', amount: '100.00' } as const;

  it('runs once on each day', async () => {
    await me.place(terms(daily));
    await runAutoFxAtRate(db);
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'active', fills: [{ sold: { amount: '100.00' } }] });
    await moveTime(`next_run_at = now()`);
    await runAutoFxAtRate(db);
    await runAutoFxAtRate(db);
    const order = await me.only();
    expect(order.fills).toHaveLength(2);
    expect(Date.parse(order.nextRunAt ?? '') > Date.now()).toBe(true);
  });

  it('that runs once ends when filled or after three failed attempts', async () => {
    await me.place(terms({ ...daily, repeat: 'none', amount: '1000.01' }));
    for (const state of ['failed_retryable', 'failed_retryable', 'failed_final']) {
      await runAutoFxAtRate(db);
      expect(await me.only()).toMatchObject({ state });
      await moveTime('retry_at = now()');
    }
    expect((await topics('auto-fx.failed')).map(({ isFinal }) => isFinal)).toEqual([false, true]);
  });

  it('keeps the configured minimum balance', async () => {
    const sweep = { type: 'sweep', amountMode: 'above_floor', floor: '250.00', amount: null } as const;
    await me.place(terms({ ...daily, ...sweep }));
    await runAutoFxAtRate(db);
    await moveTime(`next_run_at = now()`);
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'active', fills: [{ sold: { amount: '750.00' } }] });
    expect(await balancesOf(db, source)).toEqual(['250.00', '250.00']);
  });
});

describe('triggered order', () => {
  const decide = () => asSystem(db, triggerOrders);
  const carryOut = (later = 0) =>
    asSystem(db, (ctx) => fillOrders({ ...ctx, now: new Date(ctx.now.getTime() + later) }, 100));
  const decidedAndGone = async (over: Parameters<typeof termsFor>[1] = {}) => {
    await me.place(terms(over));
    await seedRates(db, { ...quietDay, THB: higher });
    expect(await decide()).toBe(1);
    await seedRates(db, { ...quietDay, THB: lower });
  };

  it('fills at the rate of the trigger, whatever the rate is later', async () => {
    await decidedAndGone();
    expect(await decide()).toBe(0);
    expect(await me.only()).toMatchObject({ state: 'triggered', rateNow: { rate: '42.5796' } });
    await carryOut();
    expect(await me.only()).toMatchObject({ state: 'filled', fills: [{ rate: '1 GBP = 43.7242 THB' }] });
    const { rows } = await sql<{ same: boolean }>`
      select t.mid = c.mid as same from auto_fx.fill f join fx.conversion c on c.id = f.conversion_id
        join auto_fx.rate_snapshot t on t.id = f.rate_snapshot_id where f.customer_id = ${who.customer.id}`.execute(db);
    expect(rows).toEqual([{ same: true }]);
  });

  it('cannot be edited, paused or cancelled, and fills after its last day', async () => {
    await decidedAndGone();
    const name = await orderInput();
    for (const verb of [pauseAutoFx, cancelAutoFx])
      await expectRefusal(db, 'invalid_transition', () => me.inside((ctx) => verb(ctx, name)));
    await expect(me.edit(await me.only(), terms())).rejects.toMatchObject({ code: 'invalid_transition' });
    await moveTime(`valid_until = now()`);
    await asSystem(db, processOrderTimeouts);
    await carryOut();
    expect(await me.only()).toMatchObject({ state: 'filled' });
  });

  it('is decided again after an outage', async () => {
    await decidedAndGone();
    await carryOut(16 * 60_000);
    expect(await me.only()).toMatchObject({ state: 'active', fills: [] });
    expect(await balancesOf(db, source)).toEqual(['1000.00', '1000.00']);
  });

  it('fills if it triggered in open hours and the market closed since', async () => {
    await decidedAndGone();
    await setMarket(db, 'markup');
    await carryOut();
    expect(await me.only()).toMatchObject({ state: 'filled', fills: [{ rate: '1 GBP = 43.7242 THB' }] });
  });

  it('is not filled if the customer ended or changed it at the same time', async () => {
    await decidedAndGone();
    await moveTime(`state = 'cancelled'`);
    expect(await carryOut()).toBe(1);
    expect(await me.only()).toMatchObject({ state: 'cancelled', fills: [] });
    await me.place(terms());
    await seedRates(db, { ...quietDay, THB: higher });
    await decide();
    await moveTime('target = 50');
    await carryOut();
    expect((await me.list())[0]).toMatchObject({ state: 'active', fills: [] });
    expect(await carryOut()).toBe(0);
    expect(await balancesOf(db, source)).toEqual(['1000.00', '1000.00']);
  });

  it('is triggered once by two workers', async () => {
    for (let n = 0; n < 5; n += 1) await me.place(terms({ amount: '1.00' }));
    await seedRates(db, { ...quietDay, THB: higher });
    const fired = await Promise.all([decide(), decide(), decide()]);
    expect(fired.sort()).toEqual([0, 0, 5]);
  });
});

describe('payment on fill', () => {
  const back = { sell: 'THB', buy: 'GBP', amount: '43000.00', targetRate: '43.0000', targetBase: 'GBP' } as const;
  let baht: BankAccount;
  let payee: UkPayee;
  beforeEach(async () => {
    baht = await seedAccount(db, who, { currency: 'THB', balance: '90000.00' });
    payee = await seedPayee(db, who);
  });
  const payOn = (over: Partial<PaymentOnFill> = {}, terms: Parameters<typeof termsFor>[1] = {}) =>
    termsFor(
      { source: baht, target: source },
      {
        ...back,
        afterFill: {
          payeeUid: payee.id,
          payeeVersion: payee.version,
          maxAmount: '5000.00',
          reference: 'Rent',
          ...over,
        },
        ...terms,
      },
    );
  const deliver = async (times = 1) => {
    for (const payload of await topics('auto-fx.payment_due'))
      for (let n = 0; n < times; n += 1)
        await asSystem(db, (ctx) => payOnFill(ctx, { eventId: 1n, payload: payload as never }));
  };
  const payments = async () =>
    (
      await sql<{ amount: bigint; fee: bigint; reference: string; source: string }>`
        select amount_minor as amount, fee_minor as fee, payee_reference as reference, source from payment.payment
        where customer_id = ${who.customer.id}`.execute(db)
    ).rows;

  it('sends the bought amount once, with the fee inside', async () => {
    await me.place(payOn());
    await runAutoFxAtRate(db, lower);
    expect(await me.only()).toMatchObject({
      state: 'filled',
      fills: [{ bought: { amount: '1002.81' }, payment: null }],
    });
    await deliver(3);
    expect(await payments()).toMatchObject([{ amount: 100_231n, fee: 50n, source: 'auto_fx' }]);
    expect(await me.only()).toMatchObject({
      terms: { afterFill: { reference: 'Rent' } },
      fills: [{ payment: { amount: { amount: '1002.31', currency: 'GBP' } } }],
    });
    expect((await balancesOf(db, source))[1]).toBe('1000.00');
  });

  it('never exceeds its ceiling', async () => {
    await me.place(payOn({ maxAmount: '900.00' }));
    await runAutoFxAtRate(db, lower);
    await deliver();
    expect(await payments()).toMatchObject([{ amount: 90_000n }]);
  });

  it('leaves the money on the account and reports why when it is refused', async () => {
    await me.place(payOn());
    await sql`update payee.payee set status = 'reject', reason = 'closed', reason_code = 'bank_details_invalid' where id = ${payee.id}`.execute(
      db,
    );
    await runAutoFxAtRate(db, lower);
    await deliver();
    expect(await payments()).toEqual([]);
    expect(await topics('auto-fx.payment_failed')).toMatchObject([
      { message: expect.stringMatching(/^1002\.81 GBP stays on your account: /) },
    ]);
    expect((await balancesOf(db, source))[1]).toBe('2002.81');
  });

  it.each([
    ['EUR', 'sepa-instant', 'klaus', '1.1000', 40n],
    ['THB', 'promptpay', 'malee', '43.0000', 1500n],
  ] as const)('pays in %s by %s', async (currency, rail, name, targetRate, fee) => {
    const iban = currency === 'EUR' ? 'GB17LARK04062141728856' : 'GB87LARK04062141728857';
    const to = await seedAccount(db, who, { currency, iban });
    const { id: payeeUid, version: payeeVersion } = await seedPayeeOf(db, who, payees[name]);
    const afterFill = { payeeUid, payeeVersion, maxAmount: '30000.00', reference: 'Rent' };
    await me.place(termsFor({ source, target: to }, { buy: currency, targetRate, type: 'limit', afterFill }));
    await runAutoFxAtRate(db);
    await deliver(2);
    const bought = (await me.only()).fills[0]?.bought;
    const { rows } = await sql<{
      rail: string;
      amount: bigint;
      fee: bigint;
    }>`select rail, amount_minor as amount, fee_minor as fee
      from payment.payment where customer_id = ${who.customer.id}`.execute(db);
    expect(rows).toMatchObject([{ rail, fee }]);
    expect(bought?.amount).toBe(((Number(rows[0]?.amount) + Number(fee)) / 100).toFixed(2));
    expect((await balancesOf(db, to))[1]).toBe('0.00');
  });

  it('prevents deletion of its payee until the order ends', async () => {
    const { uid, reference } = await me.place(payOn());
    const remove = () => asCustomer(db, who).run(removePayee, { uid: payee.id, idempotency: v7() });
    const refusal = await expectRefusal(db, 'payee_in_use', remove);
    expect(refusal.data).toEqual({ uses: [{ by: 'auto_fx', uid, reference }] });
    expect(refusal.message).toContain(`Auto FX order ${reference}`);
    await me.inside((ctx) => cancelAutoFx(ctx, { uid, idempotency: v7() }));
    await remove();
  });

  it('is part of the PIN authorisation: payee, ceiling and reference', async () => {
    const idempotency = v7();
    const approval = await me.approve(payOn(), null, null, idempotency);
    const other = await seedPayee(db, who, ukDetails.northgate);
    for (const changed of [
      payOn({ payeeUid: other.id, payeeVersion: other.version }),
      payOn({ maxAmount: '5000.01' }),
      payOn({ reference: 'Other' }),
      payOn({}, { afterFill: null }),
    ])
      await expectRefusal(db, 'authorisation_invalid', () =>
        me.inside((ctx) =>
          placeAutoFx(ctx, { terms: changed, acceptMetTarget: true, authorisation: approval, idempotency }),
        ),
      );
  });

  it('refuses an order whose payee cannot be paid in that currency', async () => {
    const stranger = await seedPayee(db, await seedCustomer(db));
    await expect(me.place(payOn({ payeeUid: stranger.id }))).rejects.toMatchObject({ code: 'not_found' });
    await expect(me.place(payOn({ payeeVersion: 7 }))).rejects.toMatchObject({ code: 'payee_changed' });
    await expect(me.place(payOn({ maxAmount: '0' }))).rejects.toMatchObject({ code: 'validation_failed' });
    const inBaht = { ...terms(), afterFill: payOn().afterFill };
    await expect(me.place(inBaht)).rejects.toMatchObject({ code: 'validation_failed' });
    const clerk = { ...who, user: { ...who.user, access: who.user.access.filter((key) => key !== 'payment') } };
    const session = await createTrader(db, clerk);
    await expect(session.place(payOn())).rejects.toMatchObject({ code: 'access_denied' });
  });
});

describe('many orders at once', () => {
  it('fill once each with two workers, even if one dies halfway', { timeout: 60_000 }, async () => {
    const people: TestUser[] = [];
    while (people.length < 6) people.push(await seedCustomer(db));
    const traders = await Promise.all(people.map((person) => createTrader(db, person)));
    const accounts = await Promise.all(
      people.map(async (person) => ({
        source: await seedAccount(db, person, { balance: '20.00' }),
        target: await seedAccount(db, person, { currency: 'THB' }),
      })),
    );
    for (const [i, one] of traders.entries())
      for (let n = 0; n < 15; n += 1)
        await one.place(termsFor(accounts[i] as (typeof accounts)[0], { amount: '1.00', targetRate: `43.${10 + n}` }));
    await sql`insert into auto_fx.auto_order (id, reference, customer_id, user_id, tier, type, amount_mode, source_bankholder_id,
        target_bankholder_id, from_account, to_account, sell, buy, amount_minor, target, target_base, direction, slippage_bps, reserve, repeat, off_hours)
      select gen_random_uuid(), 'C' || n || reference, customer_id, user_id, tier, type, amount_mode, source_bankholder_id,
        target_bankholder_id, from_account, to_account, sell, buy, 1, target, target_base, direction, slippage_bps, reserve, repeat, off_hours
      from auto_fx.auto_order, generate_series(1, 8) n where state = 'active' and type = 'limit'`.execute(db);
    await writeSettings(
      db,
      db.insertInto('auto_fx.setting').values({
        effectiveFrom: new Date(),
        maxActive: 900,
        maxPerDay: 900,
        slippageBps: 75,
        maxValidityDays: 180,
        offHours: 'hold',
      }),
    );
    await seedRates(db, { GBP: '0.8706', THB: higher, USD: '1.1684', JPY: '186.75' });
    let working = true;
    let killed = 0;
    const killer = (async () => {
      while (working) {
        const { rows: hit } = await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null limit 1`);
        killed += hit.length;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    })();
    const worker = async (): Promise<void> => {
      for (let turn = 0; turn < 40; turn += 1) await runJob(db, autoFxJob).catch(() => {});
    };
    await Promise.all([worker(), worker()]);
    working = false;
    await killer;
    expect(killed).toBeGreaterThan(0);
    await runJob(db, autoFxJob);
    const { rows } = await sql<{ orders: number; filled: number; fills: number; twice: number }>`
      select count(*)::int as orders, count(*) filter (where state = 'filled')::int as filled,
        (select count(*)::int from auto_fx.fill f where f.customer_id = any(${people.map(({ customer }) => customer.id)}::uuid[])) as fills,
        (select count(*)::int from (select order_id from auto_fx.fill group by 1, run having count(*) > 1) t) as twice
      from auto_fx.auto_order where customer_id = any(${people.map(({ customer }) => customer.id)}::uuid[])`.execute(
      db,
    );
    expect(rows[0]).toEqual({ orders: 810, filled: 810, fills: 810, twice: 0 });
    for (const account of accounts) expect(await balancesOf(db, account.source)).toEqual(['3.80', '3.80']);
    expect(await findViolations(db)).toEqual([]);
  });
});
