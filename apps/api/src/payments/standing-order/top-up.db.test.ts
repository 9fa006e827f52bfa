import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveAs, seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  createDatabase,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, payees, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import {
  clockAt,
  createStandingOrderUser,
  runStandingOrdersAt,
  standingOrderTerms,
  type TestClock,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';

const { db } = await createDatabase();
let who: TestUser;
let pounds: BankAccount;
let euros: BankAccount;
let payee: Payee;
let clock: TestClock;
let me: Awaited<ReturnType<typeof createStandingOrderUser>>;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db, { ...quietDay, GBP: '0.8706' }, { goodForSeconds: 10 * 365 * 86_400 });
  await sql`update payment.service_availability set is_on = true`.execute(db);
  who = await seedCustomer(db, { business: true });
  pounds = await seedAccount(db, who, { balance: '40.00' });
  euros = await seedAccount(db, who, { currency: 'EUR', balance: '500.00' });
  payee = await seedPayee(db, who);
  clock = clockAt('2026-11-21T10:00:00Z');
  me = await createStandingOrderUser(db, who, clock);
});

const terms = (floorRate: string | null = null, over: Partial<StandingOrderTerms> = {}): StandingOrderTerms =>
  standingOrderTerms(pounds, payee, {
    amount: '100.00',
    topUp: { from: euros.bankholderId, currency: 'EUR', floorRate },
    ...over,
  });

const runAt = (moment: string): Promise<number> => {
  clock.now = new Date(moment);
  return runStandingOrdersAt(db, clock);
};

async function runFirstDate(): Promise<StandingOrderView> {
  await runAt('2026-12-01T06:00:00Z');
  const [order] = await me.list();
  return order as StandingOrderView;
}
const exchanges = async () =>
  (await db.selectFrom('fx.conversion').select('id').where('customerId', '=', who.customer.id).execute()).length;

it('exchanges the shortfall from the chosen account and pays', async () => {
  const order = await me.create(terms('0.85'));
  expect(order.terms.topUp).toEqual({ from: euros.bankholderId, currency: 'EUR', floorRate: '0.8500' });
  expect((await runFirstDate()).paid).toEqual({ count: 1, total: { amount: '100.00', currency: 'GBP' } });
  expect((await balancesOf(db, pounds))[1]).toBe('0.00');
  expect(await balancesOf(db, euros)).toEqual(['430.26', '430.26']);
  expect([await exchanges(), await findViolations(db)]).toEqual([1, []]);
});

it.each([
  [
    'below the lowest rate',
    '0.95',
    '500.00',
    /We could not use your EUR account for the missing amount\. The rate is 1 EUR = 0\.8\d+ GBP right now, below your minimum rate\.$/,
  ],
  [
    'out of too little',
    null,
    '12.00',
    /We could not use your EUR account for the missing amount\. It has 12\.00 EUR available and \d+\.\d\d EUR was needed\.$/,
  ],
])('exchanges nothing %s, explains why and retries that day', async (_, floor, balance, why) => {
  euros = await seedAccount(db, who, { currency: 'EUR', balance });
  await me.create(terms(floor));
  const { next } = await runFirstDate();
  expect(next).toMatchObject({ state: 'retrying', failure: { code: 'insufficient_funds' } });
  expect(next?.failure?.message).toMatch(
    /^Nothing was sent\. You were 60\.50 GBP short\. You had 40\.00 GBP available and this needed 100\.50 GBP\./,
  );
  expect(next?.failure?.message).toMatch(why);
  expect([await exchanges(), await balancesOf(db, euros)]).toEqual([0, [balance, balance]]);
});

it('does not top up while exchanges are off, or when the refusal is not about funds', async () => {
  await me.create(terms());
  await sql`update payment.service_availability set is_on = false where key = 'fx.instant'`.execute(db);
  expect((await runFirstDate()).next).toMatchObject({
    state: 'retrying',
    failure: { message: expect.stringMatching(/for the missing amount/) },
  });
  await sql`update payment.service_availability set is_on = case key when 'payment.gbp' then false else true end`.execute(
    db,
  );
  await runAt('2026-12-01T09:00:00Z');
  expect((await me.list())[0]?.next).toMatchObject({ state: 'retrying', failure: { code: 'service_off' } });
  expect(await exchanges()).toBe(0);
});

it('exchanges once per date, whatever happens to the payment', async () => {
  const order = await me.create(terms());
  await sql`update standing_order.occurrence set topped_up_at = now() where order_id = ${order.uid}`.execute(db);
  expect((await runFirstDate()).next).toMatchObject({ state: 'retrying', failure: { code: 'insufficient_funds' } });
  expect(await exchanges()).toBe(0);
});

it('transfers the shortfall from an account in the same currency without an exchange', async () => {
  const savings = await seedAccount(db, who, { balance: '70.00' });
  const own = (over: Partial<StandingOrderTerms> = {}, floorRate: string | null = null) =>
    terms(null, { topUp: { from: savings.bankholderId, currency: 'GBP', floorRate }, ...over });
  await expect(me.create(own({}, '1.0'))).rejects.toMatchObject({ errors: [{ field: 'terms.topUp.floorRate' }] });
  const { uid, terms: kept } = await me.create(own());
  expect(kept.topUp).toEqual({ from: savings.bankholderId, currency: 'GBP', floorRate: null });
  expect((await runFirstDate()).paid.count).toBe(1);
  const [, left] = await balancesOf(db, savings);
  expect([left, (await balancesOf(db, pounds))[1], await exchanges()]).toEqual(['9.50', '0.00', 0]);
  const { rows } = await sql<{ description: string }>`select n.description from accounting.narrative n
    where n.description = 'Transfer between your GBP accounts'`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  await runAt('2027-01-01T06:00:00Z');
  await runAt('2027-01-04T06:00:00Z');
  expect((await me.list()).find((order) => order.uid === uid)?.next?.failure?.message).toMatch(
    /We could not use your other GBP account for the missing amount\. It has 9\.50 GBP available and 100\.50 GBP was needed\./,
  );
  expect(await findViolations(db)).toEqual([]);
});

describe('shortfall warning', () => {
  const warned = async () => {
    await runAt('2026-11-30T09:00:00Z');
    const { rows } = await sql<{ missing: string }>`
      select concat_ws(' ', payload->'missing'->>'amount', payload->'missing'->>'currency') as missing from platform.event
      where topic = 'standing-order.updated' and payload->>'step' = 'warning'
        and payload->>'customerId' = ${who.customer.id} order by id`.execute(db);
    return [(await me.only()).shortfall?.amount, ...rows.map(({ missing }) => missing)];
  };

  it('is not sent while the top-up account covers the shortfall', async () => {
    await me.create(terms('0.85'));
    expect(await warned()).toEqual([undefined]);
  });

  it.each([
    ['at too low a rate', () => terms('0.95')],
    ['with too little there', () => terms(null, { amount: '900.00' })],
  ])('is sent when the top-up fails %s', async (_, asked) => {
    const { amount } = asked();
    await me.create(asked());
    const missing = `${Number(amount) - 40}.50`;
    expect(await warned()).toEqual([missing, `${missing} GBP`]);
  });

  it.each([
    ['60.50', []],
    ['60.49', ['60.50', '60.50 GBP']],
    ['60.00', ['60.50', '60.50 GBP']],
  ])('includes the fee when the top-up account in the same currency has %s', async (balance, told) => {
    const savings = await seedAccount(db, who, { balance });
    await me.create(terms(null, { topUp: { from: savings.bankholderId, currency: 'GBP', floorRate: null } }));
    expect((await warned()).filter((text) => text !== undefined)).toEqual(told);
    expect((await runFirstDate()).paid.count).toBe(told.length === 0 ? 1 : 0);
  });

  it('is sent while exchanges are off, and when the top-up account’s own payments come first', async () => {
    await me.create(terms());
    await sql`update payment.service_availability set is_on = false where key = 'fx.instant'`.execute(db);
    expect((await me.only()).shortfall).toEqual({ amount: '60.50', currency: 'GBP' });
    await sql`update payment.service_availability set is_on = true`.execute(db);
    expect((await me.only()).shortfall).toBeNull();
    const klaus = await seedPayeeOf(db, who, payees.klaus);
    await me.create(standingOrderTerms(euros, klaus, { amount: '450.00' }));
    const inPounds = (await me.list()).find(({ source }) => source.currency === 'GBP');
    expect(inPounds?.shortfall?.amount).toBe('60.50');
  });

  const missingBy = async () =>
    Object.fromEntries((await me.list()).map(({ terms: { reference }, shortfall }) => [reference, shortfall?.amount]));
  const second = async (over: Partial<StandingOrderTerms> = {}) => {
    const bills = await seedAccount(db, who, { balance: '10.00' });
    const topUpOut = { from: euros.bankholderId, currency: 'EUR', floorRate: null } as const;
    const own = { amount: '210.00', reference: 'Gym', topUp: topUpOut, ...over };
    await me.create(standingOrderTerms(bills, payee, own));
  };

  it('is sent for the later of two dates when one top-up account covers only one', async () => {
    euros = await seedAccount(db, who, { currency: 'EUR', balance: '250.00' });
    await me.create(terms(null, { reference: 'Rent', amount: '100.00' }));
    await second({ startDate: '2026-12-02', warnDaysBefore: 2 });
    expect(await missingBy()).toEqual({ Rent: undefined, Gym: '200.50' });
    expect((await warned()).slice(1)).toEqual(['200.50 GBP']);
  });

  it('follows the order of dates, and is not sent when the top-up account covers both', async () => {
    euros = await seedAccount(db, who, { currency: 'EUR', balance: '250.00' });
    await me.create(terms(null, { reference: 'Rent', startDate: '2026-12-03' }));
    await second();
    expect(await missingBy()).toEqual({ Rent: '60.50', Gym: undefined });
    await seedCredit(db, euros, '60.00');
    expect(await missingBy()).toEqual({ Rent: undefined, Gym: undefined });
  });

  it('accounts for earlier top-ups in both accounts', async () => {
    euros = await seedAccount(db, who, { currency: 'EUR', balance: '100.00' });
    await me.create(terms(null, { reference: 'Rent' }));
    await me.create(standingOrderTerms(pounds, payee, { amount: '30.00', reference: 'Gym', startDate: '2026-12-02' }));
    const klaus = await seedPayeeOf(db, who, payees.klaus);
    await me.create(standingOrderTerms(euros, klaus, { amount: '80.00', reference: 'Miete', startDate: '2026-12-03' }));
    expect(await missingBy()).toEqual({ Rent: undefined, Gym: '30.50', Miete: '50.14' });
  });

  it('is sent when the date has used its top-up already', async () => {
    const order = await me.create(terms());
    await sql`update standing_order.occurrence set topped_up_at = now() where order_id = ${order.uid}`.execute(db);
    expect(await warned()).toEqual(['60.50', '60.50 GBP']);
  });
});

describe('exchange that requires approval', () => {
  let colleague: TestUser;
  beforeEach(async () => {
    colleague = await seedColleague(db, who, 'approver');
  });
  const fx = { scope: 'fx', minAmount: '20.00', currency: 'EUR' } as const;

  it('is refused for an order without approval, with an explanation and a warning', async () => {
    await me.create(terms());
    await seedApprovalRule(db, who, fx);
    expect((await me.only()).shortfall).toEqual({ amount: '60.50', currency: 'GBP' });
    const { next } = await runFirstDate();
    expect(next).toMatchObject({ state: 'retrying', failure: { code: 'insufficient_funds' } });
    expect(next?.failure?.message).toMatch(/A colleague needs to approve this exchange\./);
    expect(await exchanges()).toBe(0);
  });

  it('is made for an approved order, and refused for a date changed afterwards', async () => {
    await seedApprovalRule(db, who, fx);
    await seedApprovalRule(db, who, { minAmount: '90.00' });
    const { approvalRequest } = await me.create(terms(null, { frequency: 'weekly' }));
    const asked = await approveAs(db, colleague, approvalRequest?.uid ?? '', {}, clock.now);
    expect(asked.details.map(({ value }) => value)).toContain(
      `Exchange the missing amount from your EUR account ${euros.bankholderId}`,
    );
    expect((await me.only()).shortfall).toBeNull();
    expect([(await runFirstDate()).paid.count, await exchanges()]).toEqual([1, 1]);
    // Below the payment rule nobody approves this date, so nobody approved its exchange.
    await me.editNext(await me.only(), { amount: '80.00' });
    expect((await me.only()).shortfall?.amount).toBe('80.50');
    await runAt('2026-12-08T06:00:00Z');
    expect((await me.only()).next?.failure?.message).toMatch(/A colleague needs to approve this exchange\./);
    expect(await exchanges()).toBe(1);
  });
});

it('accepts one of the customer’s accounts other than the paying one', async () => {
  const foreign = await seedAccount(db, await seedCustomer(db), { currency: 'EUR' });
  const topUp = (from: string, currency: 'EUR' | 'GBP' | 'USD', floorRate: string | null = null) =>
    terms(null, { topUp: { from, currency, floorRate } });
  await expect(me.create(topUp(foreign.bankholderId, 'EUR'))).rejects.toMatchObject({ code: 'not_found' });
  await expect(me.create(topUp(euros.bankholderId, 'USD'))).rejects.toMatchObject({ code: 'account_not_usable' });
  await expect(me.create(topUp(pounds.bankholderId, 'GBP'))).rejects.toMatchObject({
    errors: [{ field: 'terms.topUp' }],
  });
  await expect(me.create(topUp(euros.bankholderId, 'EUR', '0'))).rejects.toMatchObject({ code: 'validation_failed' });
});
