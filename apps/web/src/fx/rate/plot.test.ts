import type { RatePoint } from '@larkmere/contract/fx/rate';
import { expect, test } from 'vitest';
import { createPlot, margin } from './plot.ts';
import { pointRateText, pointText, signedText } from './rate-text.ts';

const from = Date.UTC(2026, 10, 9, 0);
const hours = (count: number, step = 1): RatePoint[] =>
  Array.from({ length: count }, (_, n) => ({
    datetime: new Date(from + n * step * 3_600_000).toISOString(),
    close: String(43 + Math.sin(n)),
  }));
const size = { width: 640, height: 220 };

test('shows at most six distinct time labels, three in a narrow window', () => {
  for (const [points, timeframe] of [
    [hours(168), '1H'],
    [hours(42, 4), '4H'],
    [hours(400, 24), '1D'],
    [hours(7, 24), '1D'],
    [hours(5), '5M'],
    [hours(1), '1H'],
    [hours(0), '1H'],
  ] as const)
    for (const [width, most] of [
      [640, 6],
      [300, 3],
    ] as const) {
      const { timeTicks: ticks } = createPlot({ wallet: points, plus: [] }, timeframe, { ...size, width }, 'en');
      expect(ticks.length).toBeLessThanOrEqual(most);
      expect(new Set(ticks.map(({ at }) => at)).size).toBe(ticks.length);
      if (points.length < 300) expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
      if (points.length > 0) expect(ticks.length).toBeGreaterThan(0);
    }
});

const labelsOf = (points: RatePoint[], timeframe: '1H' | '1D') =>
  createPlot({ wallet: points, plus: [] }, timeframe, size, 'en').timeTicks.map(({ label }) => label);

test('labels days if there are several, otherwise hours', () => {
  expect(labelsOf(hours(72), '1H')).toHaveLength(3);
  expect(labelsOf(hours(6), '1H')[0]).toMatch(/^\d\d:00$/);
  expect(labelsOf(hours(72), '1H')[0]).toMatch(/^\w{3} \d+ Nov$/);
});

test('drops the label of a short first day', () => {
  const { timeTicks } = createPlot({ wallet: hours(168).slice(21), plus: [] }, '1H', size, 'en');
  for (const [n, { at }] of timeTicks.slice(1).entries()) expect(at - (timeTicks[n]?.at ?? 0)).toBeGreaterThan(80);
});

test('labels do not overlap on a phone', () => {
  for (let first = 0; first < 24; first += 1) {
    const { timeTicks } = createPlot({ wallet: hours(120 - first), plus: [] }, '1H', { ...size, width: 318 }, 'en');
    const ends = timeTicks.map(({ at, anchor }) => (anchor === 'start' ? [at, at + 72] : [at - 36, at + 36]));
    for (const [n, [from = 0]] of ends.entries()) expect(from).toBeGreaterThan(ends[n - 1]?.[1] ?? -1);
    expect(timeTicks.length).toBeGreaterThan(1);
  }
});

test('places every point inside the frame, from the left edge to the right edge', () => {
  const points = hours(50);
  const { wallet, plus, indexAt, xOf } = createPlot({ wallet: points, plus: points }, '1H', size, 'en');
  expect(plus).toEqual(wallet);
  expect([wallet.points[0]?.x, wallet.points.at(-1)?.x]).toEqual([margin.left, size.width - margin.right]);
  for (const { y } of wallet.points) {
    expect(y).toBeGreaterThan(margin.top);
    expect(y).toBeLessThan(size.height - margin.bottom);
  }
  for (const place of [0, 17, 49]) expect(indexAt(xOf(place) + 2)).toBe(place);
  expect([indexAt(-50), indexAt(5000)]).toEqual([0, 49]);
});

test('draws a flat line, a single point and no points', () => {
  const flat = [1, 2, 3].map((n) => ({ close: '1.1', datetime: new Date(from + n * 3_600_000).toISOString() }));
  for (const points of [flat, flat.slice(1, 2), []])
    expect(JSON.stringify(createPlot({ wallet: points, plus: [] }, '1H', size, 'en'))).not.toMatch(/NaN|null|Infinity/);
});

test('shows distinct ticks and the market direction for JPY to GBP', () => {
  const points = [0.004661, 0.004668, 0.004679].map((close, n) => ({
    close: String(close),
    datetime: new Date(from + n * 3_600_000).toISOString(),
  }));
  const { rateTicks } = createPlot({ wallet: points, plus: [] }, '1H', size, 'en');
  expect(new Set(rateTicks.map(({ label }) => label)).size).toBe(rateTicks.length);
  expect(rateTicks.length).toBeGreaterThan(2);
  const yen = { from: 'JPY', to: 'GBP' } as const;
  expect(pointText('0.00466172', yen)).toBe('0.0046617 (1 GBP = 214.5131 JPY)');
  expect(pointText('43.3356305995', { from: 'GBP', to: 'THB' })).toBe('43.3356');
  expect(pointText('1.1602', { from: 'GBP', to: 'EUR' })).toBe('1.1602 (1 EUR = 0.8620 GBP)');
});

test('rounds rates down and keeps the sign of changes', () => {
  expect(pointRateText('43.33569', { from: 'GBP', to: 'THB' })).toBe('43.3356');
  expect(signedText('-0.05123', 4)).toBe('−0.0512');
  expect(signedText('1.5', 2)).toBe('+1.50');
  expect(signedText('-0.00001', 4)).toBe('0.0000');
});
