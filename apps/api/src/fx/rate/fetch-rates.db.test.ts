import { formatRate, readRate } from '@larkmere/money/rate';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { asSystem, createDatabase, expectRefusal } from '../../../../../test/fixtures/base.ts';
import { FeedUnavailable, type RateFeed } from './feeds/feed.ts';
import { fetchRates } from './fetch-rates.ts';
import { midRate } from './rate.ts';
import { recordedHistory } from './recorded-history.ts';

const { db } = await createDatabase();
const log = pino({ level: 'silent' });
beforeEach(async () => {
  await db.deleteFrom('rate.latest').execute();
  await db.deleteFrom('rate.bar').execute();
});

type SourceRates = { THB?: string; GBP?: string } | undefined;
function source(name: string, said: SourceRates) {
  const mouth = { said, pricedAt: undefined as Date | undefined };
  const feed: RateFeed = {
    name,
    validForSeconds: 60,
    hasHistory: false,
    latest: async (now) => {
      if (mouth.said === undefined) throw new FeedUnavailable(`${name} is silent`);
      const perEuro = Object.entries(mouth.said).flatMap(
        ([currency, text]) => readRate('EUR', currency as 'THB', text) ?? [],
      );
      return { pricedAt: mouth.pricedAt ?? now, perEuro };
    },
    history: async () => undefined,
  };
  return { feed, mouth };
}
const baht = async () => formatRate((await asSystem(db, (ctx) => midRate(ctx, 'EUR', 'THB'))).rate, 2);
const moves = async () =>
  (await db.selectFrom('platform.event').select('id').where('topic', '=', 'rate.moved').execute()).length;

test('keeps the last good rate when the source fails, and stops dealing soon after', async () => {
  const { feed, mouth } = source('first', { THB: '37.70', GBP: '0.87' });
  const take = fetchRates(db, { feed, maxDeviationBps: 100 }, log);
  await take();
  const [before, told] = [await baht(), await moves()];
  mouth.said = undefined;
  await expect(take()).rejects.toThrow(FeedUnavailable);
  expect(await baht()).toBe(before);
  await db
    .updateTable('rate.latest')
    .set({ confirmedAt: new Date(Date.now() - 120_000), validUntil: new Date(Date.now() - 1) })
    .execute();
  await expectRefusal(db, 'rate_unavailable', baht);
  mouth.said = { THB: '37.80', GBP: '0.87' };
  await take();
  expect([await baht(), await moves()]).toEqual(['37.80', told + 1]);
});

test('accepts another source even if its prices are from yesterday', async () => {
  const { feed: lively } = source('lively', { THB: '37.70' });
  const { feed: daily, mouth } = source('daily', { THB: '37.10' });
  mouth.pricedAt = new Date(Date.now() - 86_400_000);
  await fetchRates(db, { feed: lively, maxDeviationBps: 100 }, log)();
  await fetchRates(db, { feed: daily, maxDeviationBps: 100 }, log)();
  expect(await baht()).toBe('37.10');
});

test('does not store a rate that the second source contradicts or lacks', async () => {
  const { feed, mouth } = source('first', { THB: '37.70', GBP: '0.87' });
  const { feed: second, mouth: other } = source('second', { THB: '37.60', GBP: '0.87' });
  const take = fetchRates(db, { feed, second, maxDeviationBps: 100 }, log);
  await take();
  expect(await baht()).toBe('37.70');
  mouth.said = { THB: '38.70', GBP: '0.88' };
  await take();
  expect(await baht()).toBe('37.70');
  other.said = undefined;
  mouth.said = { THB: '37.65', GBP: '0.87' };
  await take();
  expect(await baht()).toBe('37.65');

  const alone = fetchRates(db, { feed, second, maxDeviationBps: 100 }, log);
  mouth.said = { THB: '37.66', GBP: '0.87' };
  await expect(alone()).rejects.toThrow('second is silent');
  other.said = { GBP: '0.87' };
  await alone();
  expect(await baht()).toBe('37.65');
});

test('records bars for a source without history and merges them into longer bars', async () => {
  const { feed, mouth } = source('first', undefined);
  const take = fetchRates(db, { feed, maxDeviationBps: 100 }, log);
  for (const [time, THB] of [
    ['13:01', '37.1'],
    ['13:04', '37.2'],
    ['13:06', '37.3'],
    ['13:31', '37.4'],
    ['14:02', '37.5'],
  ] as const) {
    mouth.said = { THB };
    mouth.pricedAt = new Date(`2026-11-18T${time}:00Z`);
    await take();
  }
  await db
    .insertInto('rate.fixing')
    .values({ currency: 'THB', day: '2026-11-17', perEuro: '36.9', source: 'ecb' })
    .execute();
  const now = new Date('2026-11-18T14:03:00Z');
  const read = async (timeframe: '5M' | '30M' | '1H' | '1D') =>
    (await recordedHistory(db)('THB', { timeframe, from: new Date('2026-11-16T22:00:00Z'), to: now, now })).map(
      ({ at, perEuro }) => `${at.toISOString().slice(5, 16)} ${formatRate(perEuro, 1)}`,
    );
  expect(await read('5M')).toEqual(['11-18T13:05 37.2', '11-18T13:10 37.3', '11-18T13:35 37.4', '11-18T14:03 37.5']);
  expect(await read('30M')).toEqual(['11-18T13:30 37.3', '11-18T14:00 37.4', '11-18T14:03 37.5']);
  expect(await read('1H')).toEqual(['11-18T14:00 37.4', '11-18T14:03 37.5']);
  expect(await read('1D')).toEqual(['11-17T22:00 36.9', '11-18T14:03 37.5']);
});
