import { readRate } from '@larkmere/money/rate';
import { expect, test } from 'vitest';
import type { LatestRow } from './rate.sql.ts';
import { newestRate } from './rate.ts';

const confirmedAt = new Date('2026-07-01T12:00:00Z');
const validUntil = new Date('2026-07-01T12:10:00Z');
const latest = (currency: 'GBP' | 'THB', over: Partial<LatestRow> = {}): LatestRow => {
  const perEuro = readRate('EUR', currency, currency === 'GBP' ? '0.8' : '40');
  if (!perEuro) throw new Error('no rate');
  return { perEuro, source: currency, pricedAt: confirmedAt, confirmedAt, validUntil, ...over };
};

test.each([
  ['2026-07-01T12:09:59.999Z', true, 599],
  ['2026-07-01T12:10:00.000Z', false, 600],
  ['2026-07-01T12:10:00.001Z', false, 600],
  ['2026-07-01T11:59:59.000Z', true, 0],
])('a rate is good until the moment its validity ends: at %s it is %s', (now, isGood, ageSeconds) => {
  const rows = [latest('GBP'), latest('THB', { validUntil: new Date('2026-07-01T13:00:00Z') })];
  for (const order of [rows, rows.toReversed()])
    expect(newestRate(order, 'GBP', 'THB', new Date(now))).toMatchObject({ isGood, ageSeconds });
});

test('age and source are those of the half that was confirmed first, the time that of the older price', () => {
  const older = new Date('2026-07-01T11:58:30.001Z');
  const rows = [latest('GBP', { confirmedAt: older }), latest('THB', { pricedAt: new Date('2026-07-01T11:00:00Z') })];
  expect(newestRate(rows, 'GBP', 'THB', confirmedAt)).toMatchObject({
    ageSeconds: 89,
    source: 'GBP',
    at: new Date('2026-07-01T11:00:00Z'),
    rate: readRate('GBP', 'THB', '50'),
  });
});
