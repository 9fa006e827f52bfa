import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import type { Currency } from '@larkmere/money/money';
import { formatRate, inverse, type Rate, rateOf } from '@larkmere/money/rate';
import { targetBounds } from '@larkmere/money/target-bounds';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTrader, runAutoFxAtRate, termsFor } from '../../../../../test/fixtures/auto-fx.ts';
import {
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { tierRate } from '../conversion/conversion.ts';
import { midRate } from '../rate/rate.ts';
import { pauseAutoFx, resumeAutoFx } from './change-order.ts';
import { triggerAtTarget } from './order-trigger.sql.ts';
import { placeAutoFx } from './place-order.ts';
import { autoFxJob } from './run-auto-fx.ts';

const { db } = await createDatabase();
let who: TestUser;
let me: Awaited<ReturnType<typeof createTrader>>;
let pounds: BankAccount;
let euros: BankAccount;
let baht: BankAccount;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db);
  me = await createTrader(db, who);
  pounds = await seedAccount(db, who, { balance: '1000.00' });
  euros = await seedAccount(db, who, { currency: 'EUR', iban: `GB94LARK0406229${Date.now()}` });
  baht = await seedAccount(db, who, { currency: 'THB', balance: '90000.00' });
});

type Over = Parameters<typeof termsFor>[1];
type Terms = ReturnType<typeof termsFor>;
const toEuros = (over: Over = {}) => termsFor({ source: pounds, target: euros }, { buy: 'EUR', ...over });
const toPounds = (over: Over = {}) =>
  termsFor({ source: baht, target: pounds }, { sell: 'THB', buy: 'GBP', amount: '43000.00', ...over });
const orderInput = ({ uid }: { uid: string }) => ({ uid, idempotency: crypto.randomUUID() });

async function expectTargetMetRefusal(terms: Terms, acceptMetTarget = false, code: RefusalCode = 'target_already_met') {
  const idempotency = crypto.randomUUID();
  const approval = await me.approve(terms, null, null, idempotency, false);
  return expectRefusal(db, code, () =>
    me.inside((ctx) => placeAutoFx(ctx, { terms, acceptMetTarget, authorisation: approval, idempotency })),
  );
}

const plusRate = (sell: Currency, buy: Currency): Promise<Rate> =>
  asSystem(db, async (ctx) => tierRate((await midRate(ctx, sell, buy)).rate, 35));
const above = ({ base, quote, numerator, denominator }: Rate): string =>
  formatRate(rateOf(base, quote, numerator * 10n ** 10n + denominator, denominator * 10n ** 10n), 10);

describe('target rate', () => {
  it.each([
    ['GBP', ['1.2499999999', '1.25', '1.2500000001']],
    ['EUR', ['0.7999999999', '0.8', '0.8000000001']],
  ])('of one %s is hit by exactly its rate, and not by the next one', async (base, targets) => {
    const { uid } = await me.place(toEuros({ targetRate: '1.18' }), false);
    const tick = { sell: 'GBP', buy: 'EUR', tier: 'plus', mid: '1.25', marginBps: 0, offHours: false } as const;
    const triggered = (direction: string) =>
      asSystem(db, async ({ tx }) => {
        const found: number[] = [];
        for (const target of targets) {
          await sql`delete from auto_fx.order_trigger`.execute(tx);
          await sql`update auto_fx.auto_order set target = ${target}, target_base = ${base}, direction = ${direction}
            where id = ${uid}`.execute(tx);
          found.push(await triggerAtTarget(tx, { ...tick, ...targetBounds(rateOf('GBP', 'EUR', 5n, 4n)) }));
        }
        return found;
      });
    expect([await triggered('rises_to'), await triggered('falls_to')]).toEqual([
      [1, 1, 0],
      [0, 1, 1],
    ]);
    await sql`update auto_fx.auto_order set state = 'cancelled' where id = ${uid}`.execute(db);
  });

  it('prices the sold currency: a limit order waits for a rise', async () => {
    const placed = await me.place(toEuros({ targetRate: '1.18' }), false);
    expect(placed).toMatchObject({
      state: 'active',
      direction: 'rises_to',
      terms: { targetRate: '1.1800', targetBase: 'GBP' },
      target: { base: 'GBP', quote: 'EUR', rate: '1.1800', market: { base: 'EUR', quote: 'GBP', rate: '0.8475' } },
      rateNow: { base: 'GBP', quote: 'EUR', rate: '1.1446', market: { base: 'EUR', quote: 'GBP', rate: '0.8737' } },
    });
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'active', fills: [] });
    await seedRates(db, { ...quietDay, GBP: '0.8400' });
    await runJob(db, autoFxJob);
    expect(await me.only()).toMatchObject({
      state: 'filled',
      fills: [{ bought: { amount: '593.15' }, rate: '1 GBP = 1.1863 EUR (1 EUR = 0.8430 GBP)' }],
    });
  });

  it.each([
    ['GBP', 'EUR', toEuros],
    ['THB', 'GBP', toPounds],
  ] as const)('of %s into %s is met at exactly the stated rate and not below', async (sell, buy, terms) => {
    const rate = await plusRate(sell, buy);
    const [exact, missed] = [formatRate(rate, 10), above(rate)];
    await me.place(terms({ targetRate: missed }), false);
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'active', fills: [], terms: { targetRate: missed } });
    await expectTargetMetRefusal(terms({ targetRate: exact }));
    await me.edit(await me.only(), terms({ targetRate: exact }), true);
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'filled' });
  });

  it('in the bought currency is met just as exactly', async () => {
    const costs = inverse(await plusRate('THB', 'GBP'));
    const [missed, met] = [formatRate(costs, 10, 'down'), formatRate(costs, 10, 'up')];
    await me.place(toPounds({ targetRate: missed, targetBase: 'GBP' }), false);
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'active', direction: 'rises_to', terms: { targetRate: missed } });
    await expectTargetMetRefusal(toPounds({ targetRate: met, targetBase: 'GBP' }));
    await me.edit(await me.only(), toPounds({ targetRate: met, targetBase: 'GBP' }), true);
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'filled' });
  });

  it('must be in a currency of the pair', async () => {
    await expectTargetMetRefusal(toEuros({ targetRate: '1', targetBase: 'THB' }), false, 'validation_failed');
  });
});

describe('order whose target is already met', () => {
  it('exchanges nothing until the customer accepts an immediate exchange', async () => {
    const refusal = await expectTargetMetRefusal(toEuros({ targetRate: '0.8594' }));
    const { rate } = (refusal.data as { rate: { rate: string } }).rate;
    expect(refusal.data).toMatchObject({
      rate: { base: 'GBP', quote: 'EUR', market: { base: 'EUR' } },
      sold: { amount: '500.00', currency: 'GBP' },
      bought: { currency: 'EUR' },
    });
    expect(refusal.message).toContain(`Nothing was exchanged. Your target is already met: 1 GBP = ${rate} EUR`);
    expect(await me.list()).toEqual([]);
    await runAutoFxAtRate(db);
    expect(await balancesOf(db, pounds)).toEqual(['1000.00', '1000.00']);

    await me.place(toEuros({ targetRate: '0.8594' }), true);
    await runAutoFxAtRate(db);
    const { bought } = refusal.data as { bought: object };
    expect(await me.only()).toMatchObject({ state: 'filled', fills: [{ sold: { amount: '500.00' }, bought }] });
  });

  it('is refused for a stop order too', async () => {
    await expectTargetMetRefusal(toEuros({ type: 'stop', targetRate: '1.15' }));
    expect(await me.place(toEuros({ type: 'stop', targetRate: '1.10' }), false)).toMatchObject({
      direction: 'falls_to',
    });
  });

  it('for the whole balance reports what would be sold', async () => {
    const all = toEuros({ amountMode: 'all_available', amount: null, targetRate: '1' });
    const { data } = await expectTargetMetRefusal(all);
    expect(data).toMatchObject({ sold: { amount: '1000.00' }, bought: { currency: 'EUR' } });
  });

  it('requires a PIN authorisation that includes the immediate exchange', async () => {
    await expectTargetMetRefusal(toEuros({ targetRate: '1' }), true, 'authorisation_invalid');
  });

  it('is checked on edit and on resume, but not while paused', async () => {
    const placed = await me.place(toEuros({ targetRate: '1.18' }), false);
    const met = toEuros({ targetRate: '1.1' });
    await expect(me.edit(placed, met, false)).rejects.toMatchObject({ code: 'target_already_met' });
    expect(await me.only()).toMatchObject({ version: 1, terms: { targetRate: '1.1800' } });

    await me.inside((ctx) => pauseAutoFx(ctx, orderInput(placed)));
    await me.edit(placed, met, false);
    const resume = (acceptMetTarget: boolean) =>
      me.inside((ctx) => resumeAutoFx(ctx, { ...orderInput(placed), acceptMetTarget }));
    await expectRefusal(db, 'target_already_met', () => resume(false));
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'paused', fills: [] });
    expect(await resume(true)).toMatchObject({ state: 'active' });
    await runAutoFxAtRate(db);
    expect(await me.only()).toMatchObject({ state: 'filled' });
  });

  it('is checked while the market is closed', async () => {
    await setMarket(db, 'block');
    const refusal = await expectTargetMetRefusal(toEuros({ targetRate: '1' }));
    expect(refusal.data).toMatchObject({
      rate: { base: 'GBP' },
      sold: null,
      bought: null,
      opensAt: expect.any(String),
    });
  });

  it('does not apply to scheduled orders', async () => {
    const daily = { type: 'schedule', targetRate: null, repeat: 'daily' } as const;
    expect(await me.place(toEuros(daily), false)).toMatchObject({ state: 'active', target: null });
  });
});
