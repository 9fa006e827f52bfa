import { formatRate } from '@larkmere/money/rate';
import { beforeEach, expect, test } from 'vitest';
import { asSystem, createDatabase, expectRefusal } from '../../../../../test/fixtures/base.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import { latestRates, midRate } from './rate.ts';

const { db } = await createDatabase();
beforeEach(async () => {
  await db.deleteFrom('rate.latest').execute();
  await db.deleteFrom('platform.event').execute();
});
const mid = (base: 'GBP' | 'EUR' | 'THB', quote: 'GBP' | 'EUR' | 'THB') =>
  asSystem(db, (ctx) => midRate(ctx, base, quote));
const moves = async () =>
  (
    await db.selectFrom('platform.event').select('payload').where('topic', '=', 'rate.moved').orderBy('id').execute()
  ).map(({ payload }) => payload);

test('a pair is the exact cross of two rates against the euro, both ways', async () => {
  await seedRates(db);
  expect(formatRate((await mid('EUR', 'THB')).rate, 4)).toBe('37.7280');
  expect(formatRate((await mid('GBP', 'THB')).rate, 10)).toBe('43.3356305996');
  const [there, back] = [(await mid('GBP', 'THB')).rate, (await mid('THB', 'GBP')).rate];
  expect(there.numerator * back.numerator).toBe(there.denominator * back.denominator);
  expect(await mid('GBP', 'THB')).toMatchObject({ source: 'test', ageSeconds: 0 });
  expect(formatRate((await mid('EUR', 'EUR')).rate, 4)).toBe('1.0000');
});

test('refuses a stale rate for dealing and still returns it with its age', async () => {
  await expectRefusal(db, 'rate_unavailable', () => mid('GBP', 'THB'));
  await seedRates(db);
  await db
    .updateTable('rate.latest')
    .set({ confirmedAt: new Date(Date.now() - 700_000), validUntil: new Date(Date.now() - 100_000) })
    .where('currency', '=', 'THB')
    .execute();
  await expectRefusal(db, 'rate_unavailable', () => mid('GBP', 'THB'));
  await expect(mid('GBP', 'EUR')).resolves.toMatchObject({ source: 'test' });
  const { rows, perEuro } = await asSystem(db, latestRates);
  expect(rows).toHaveLength(4);
  expect(perEuro.THB && formatRate(perEuro.THB, 3)).toBe(quietDay.THB);
});

test('emits a change once, nothing for a confirmation, and ignores an older price', async () => {
  expect(await seedRates(db)).toBe(true);
  expect(await moves()).toMatchObject([{ source: 'test', perEuro: { GBP: '0.870600000000000' } }]);
  expect(await seedRates(db)).toBe(false);
  expect(await seedRates(db, { ...quietDay, GBP: '0.8707' })).toBe(true);
  expect(await seedRates(db, { GBP: '0.5' }, { pricedAt: new Date(Date.now() - 3_600_000) })).toBe(false);
  expect(formatRate((await mid('EUR', 'GBP')).rate, 4)).toBe('0.8707');
  expect(await moves()).toHaveLength(2);
});
