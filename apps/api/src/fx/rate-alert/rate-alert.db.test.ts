import { rateOf } from '@larkmere/money/rate';
import { targetBounds } from '@larkmere/money/target-bounds';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import { fireReachedAlerts } from './rate-alert.listeners.ts';
import { markAlertsFired } from './rate-alert.sql.ts';
import { addAlert, editAlert, listAlerts, removeAlert } from './set-alert.ts';

const { db } = await createDatabase();
let who: TestUser;
beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db);
});

const add = (targetRate: string, over = {}) =>
  asCustomer(db, who).run(addAlert, { sell: 'GBP', buy: 'THB', targetRate, idempotency: v7(), ...over });
const list = async () => (await asCustomer(db, who).run(listAlerts, {})).list;
const move = async (thb: string) => {
  await seedRates(db, { ...quietDay, THB: thb });
  await asSystem(db, (ctx) => fireReachedAlerts(ctx, { eventId: 1n, payload: {} }));
};
const fired = async () =>
  (
    await sql<{ payload: object }>`select payload from platform.event where topic = 'rate-alert.fired'
      and payload->>'customerId' = ${who.customer.id} order by id`.execute(db)
  ).rows.map(({ payload }) => payload);

it('fires once when the customer’s own rate rises or falls to the target', async () => {
  expect(await add('43.7')).toMatchObject({ direction: 'rises_to', state: 'active', target: { rate: '43.7000' } });
  expect(await add('0.0233', { sell: 'THB', buy: 'GBP' })).toMatchObject({
    direction: 'rises_to',
    target: { base: 'THB', quote: 'GBP', rate: '0.0233', market: { base: 'GBP', quote: 'THB', rate: '42.9185' } },
  });
  await move('37.80');
  expect(await fired()).toEqual([]);
  await move('38.20');
  await move('38.30');
  expect(await fired()).toMatchObject([{ rate: '1 GBP = 43.7242 THB', target: '1 GBP = 43.7000 THB' }]);
  await move('37.20');
  expect(await fired()).toHaveLength(2);
  expect((await fired())[1]).toMatchObject({
    rate: '1 THB = 0.023321 GBP (1 GBP = 42.8793 THB)',
    target: '1 THB = 0.0233 GBP (1 GBP = 42.9185 THB)',
  });
  expect((await list()).map(({ state }) => state)).toEqual(['fired', 'fired']);
});

it.each([
  ['GBP', ['39.9999999999', '40', '40.0000000001']],
  ['THB', ['0.0249999999', '0.025', '0.0250000001']],
])('a target of one %s is hit by exactly its rate, and not by the next one', async (base, targets) => {
  const { uid } = await add('50');
  const pair = { sell: 'GBP', buy: 'THB', tier: 'plus' } as const;
  const firings = (direction: string) =>
    asSystem(db, async ({ tx }) => {
      const found: number[] = [];
      for (const target of targets) {
        await sql`update rate_alert.alert set fired_at = null, target = ${target}, target_base = ${base},
          direction = ${direction} where id = ${uid}`.execute(tx);
        found.push((await markAlertsFired(tx, pair, targetBounds(rateOf('GBP', 'THB', 40n, 1n)))).length);
      }
      return found;
    });
  await sql`delete from rate_alert.alert where id <> ${uid}`.execute(db);
  expect([await firings('rises_to'), await firings('falls_to')]).toEqual([
    [1, 1, 0],
    [0, 1, 1],
  ]);
});

it('an older alert, stated in the bought currency, fires at the same rate', async () => {
  const { uid } = await add('1', { sell: 'THB', buy: 'GBP' });
  await sql`update rate_alert.alert set target = 43, target_base = 'GBP', direction = 'falls_to' where id = ${uid}`.execute(
    db,
  );
  expect((await list())[0]).toMatchObject({
    direction: 'rises_to',
    target: { base: 'THB', quote: 'GBP', rate: '0.023255', market: { rate: '43.0000' } },
  });
  await move('37.70');
  expect(await fired()).toEqual([]);
  await move('37.20');
  expect(await fired()).toMatchObject([{ target: '1 THB = 0.023255 GBP (1 GBP = 43.0000 THB)' }]);
});

it('while the market is closed, an alert compares with the rate that is got then, markup included', async () => {
  const between = '43.15'; // of 43.1839 in market hours and 43.0973 with the markup of 0.20%
  expect(await add(between)).toMatchObject({ direction: 'falls_to', rateNow: { rate: '43.1839' } });
  await setMarket(db, 'markup');
  expect(await add(between)).toMatchObject({ direction: 'rises_to', rateNow: { rate: '43.0972' } });
});

it('a wallet customer is alerted at the wallet rate, also if a Plus customer waits for the same target', async () => {
  await add('43.7');
  who = await seedCustomer(db, { kind: 'wallet' });
  await add('43.7');
  await move('38.20');
  expect(await fired()).toEqual([]);
  await move('39.50');
  expect(await fired()).toMatchObject([{ tier: 'wallet', target: '1 GBP = 43.7000 THB' }]);
});

it('refuses an invalid rate, and only the owner removes an alert', async () => {
  await expectRefusal(db, 'pair_unavailable', () => add('43', { buy: 'GBP' }));
  await expectRefusal(db, 'validation_failed', () => add('0.0'));
  const { uid } = await add('50');
  const other = asCustomer(db, await seedCustomer(db));
  await expectRefusal(db, 'not_found', () => other.run(removeAlert, { uid, idempotency: v7() }));
  await asCustomer(db, who).run(removeAlert, { uid, idempotency: v7() });
  expect(await list()).toEqual([]);
  for (let n = 0; n < 20; n += 1) await add(`5${n}`);
  await expectRefusal(db, 'limit_exceeded', () => add('49'));
});

it('can be edited, and a fired alert becomes active again', async () => {
  const { uid } = await add('43.7');
  const me = asCustomer(db, who);
  const edit = (targetRate: string) => me.run(editAlert, { uid, targetRate, idempotency: v7() });
  expect(await edit('42.9')).toMatchObject({
    direction: 'falls_to',
    target: { rate: '42.9000' },
    rateNow: { base: 'GBP', quote: 'THB', rate: '43.1839' },
  });
  await move('37.20');
  expect((await list())[0]).toMatchObject({ state: 'fired' });
  expect(await edit('44')).toMatchObject({ state: 'active', direction: 'rises_to', firedAt: null });
  await move('39.00');
  expect(await fired()).toHaveLength(2);
  await expectRefusal(db, 'validation_failed', () => edit('0'));
  const other = asCustomer(db, await seedCustomer(db));
  await expectRefusal(db, 'not_found', () => other.run(editAlert, { uid, targetRate: '45', idempotency: v7() }));
  for (let n = 0; n < 20; n += 1) await add(`5${n}`);
  await expectRefusal(db, 'limit_exceeded', () => edit('45'));
});

it('returns no current rate while there is none', async () => {
  await add('50');
  await db.deleteFrom('rate.latest').execute();
  expect((await list())[0]).toMatchObject({ state: 'active', rateNow: null });
  await expectRefusal(db, 'rate_unavailable', () => add('51'));
});
