import type { StandingOrderView } from '@larkmere/contract/standing-order';
import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { type Given, givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { givenMarket } from '../../../../test/given-fx.ts';
import { standingOf } from '../../../../test/given-payment.ts';
import { givenRates, quietDay } from '../../../../test/given-rate.ts';
import { type Clock, clockAt, standing, standingTerms, turnAt } from '../../../../test/given-standing-order.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import type { Payee } from '../payee/payee.ts';

const { db } = await givenDatabase();
let who: Given;
let pounds: BankAccount;
let euros: BankAccount;
let payee: Payee;
let clock: Clock;
let me: Awaited<ReturnType<typeof standing>>;

beforeEach(async () => {
  await givenMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await givenRates(db, { ...quietDay, GBP: '0.8706' }, { goodForSeconds: 10 * 365 * 86_400 });
  await sql`update payment.service set is_on = true`.execute(db);
  who = await givenCustomer(db);
  pounds = await givenAccount(db, who, { balance: '40.00' });
  euros = await givenAccount(db, who, { currency: 'EUR', balance: '500.00' });
  payee = await givenPayee(db, who);
  clock = clockAt('2026-11-21T10:00:00Z');
  me = await standing(db, who, clock);
});

const terms = (floorRate: string | null = null, over: Partial<StandingOrderTerms> = {}): StandingOrderTerms =>
  standingTerms(pounds, payee, {
    amount: '100.00',
    topUp: { from: euros.bankholderId, currency: 'EUR', floorRate },
    ...over,
  });

const turn = (moment: string): Promise<number> => {
  clock.now = new Date(moment);
  return turnAt(db, clock);
};

/** The first date has come, and everything that follows from it by itself has happened. */
async function run(): Promise<StandingOrderView> {
  await turn('2026-12-01T06:00:00Z');
  const [order] = await me.list();
  return order as StandingOrderView;
}
const exchanges = async () =>
  (await db.selectFrom('fx.conversion').select('id').where('customer_id', '=', who.customer.id).execute()).length;

it('exchanges what is missing out of the account that was named, and pays', async () => {
  const order = await me.create(terms('0.85'));
  expect(order.terms.topUp).toEqual({ from: euros.bankholderId, currency: 'EUR', floorRate: '0.8500' });
  expect((await run()).paid).toEqual({ count: 1, total: { amount: '100.00', currency: 'GBP' } });
  expect((await standingOf(db, pounds))[1]).toBe('0.00');
  const [left] = await standingOf(db, euros);
  expect(Number(left)).toBeGreaterThan(428);
  expect(Number(left)).toBeLessThan(432); // 60.50 GBP at 0.8706 and our margin
  expect([await exchanges(), await findViolations(db)]).toEqual([1, []]);
});

it.each([
  ['below the lowest rate', '0.95', '500.00', /could not top it up: 1 EUR buys 0\.8\d+ GBP.* less than you asked for/],
  ['out of too little', null, '12.00', /could not top it up: It has 12\.00 EUR, and \d+\.\d\d EUR were needed/],
])('%s it exchanges nothing, says so, and tries again that day', async (_, floor, balance, why) => {
  euros = await givenAccount(db, who, { currency: 'EUR', balance });
  await me.create(terms(floor));
  const { next } = await run();
  expect(next).toMatchObject({ state: 'retrying', why: { code: 'insufficient_funds' } });
  expect(next?.why?.message).toMatch(/^There were 40\.00 GBP available/);
  expect(next?.why?.message).toMatch(why);
  expect([await exchanges(), await standingOf(db, euros)]).toEqual([0, [balance, balance]]);
});

it('is not topped up while exchanges are off, or when another rule than money stands in its way', async () => {
  await me.create(terms());
  await sql`update payment.service set is_on = false where key = 'fx.instant'`.execute(db);
  expect((await run()).next).toMatchObject({ state: 'retrying', why: { message: expect.stringMatching(/top it up/) } });
  await sql`update payment.service set is_on = case key when 'payment.gbp' then false else true end`.execute(db);
  await turn('2026-12-01T09:00:00Z');
  expect((await me.list())[0]?.next).toMatchObject({ state: 'retrying', why: { code: 'service_off' } });
  expect(await exchanges()).toBe(0);
});

it('exchanges once for one date, whatever becomes of the payment', async () => {
  const order = await me.create(terms());
  await sql`update standing_order.occurrence set topped_up_at = now() where order_id = ${order.uid}`.execute(db);
  expect((await run()).next).toMatchObject({ state: 'retrying', why: { code: 'insufficient_funds' } });
  expect(await exchanges()).toBe(0);
});

it('takes an account of theirs in another currency, and no other', async () => {
  const foreign = await givenAccount(db, await givenCustomer(db), { currency: 'EUR' });
  const topUp = (from: string, currency: 'EUR' | 'GBP', floorRate: string | null = null) =>
    terms(null, { topUp: { from, currency, floorRate } });
  await expect(me.create(topUp(foreign.bankholderId, 'EUR'))).rejects.toMatchObject({ code: 'not_found' });
  await expect(me.create(topUp(pounds.bankholderId, 'EUR'))).rejects.toMatchObject({ code: 'account_not_usable' });
  await expect(me.create(topUp(pounds.bankholderId, 'GBP'))).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(me.create(topUp(euros.bankholderId, 'EUR', '0'))).rejects.toMatchObject({ code: 'validation_failed' });
});
