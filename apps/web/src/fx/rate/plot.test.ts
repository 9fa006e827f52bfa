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

/** Hours after midnight of Monday, 9 November, in the time zone of the reader. */
const pointsAt = (closes: readonly string[], atHours: readonly number[]): RatePoint[] =>
  closes.map((close, n) => ({ close, datetime: new Date(2026, 10, 9, atHours[n]).toISOString() }));
const rising = pointsAt(['1', '2', '3'], [0, 1, 2]);
const drawn = {
  path: 'M8,182.143L292,100L576,17.857',
  points: [expect.anything(), { x: 292, y: 100 }, expect.anything()],
};
const ticksOf = (points: RatePoint[], timeframe: '1H' | '1D' = '1H', width = size.width) => {
  const { rateTicks, timeTicks } = createPlot({ wallet: points, plus: [] }, timeframe, { ...size, width }, 'en');
  return {
    rates: rateTicks.map(({ at, label }) => `${label} at ${at.toFixed(2)}`),
    times: timeTicks.map(({ at, label, anchor }) => `${label} at ${at.toFixed(2)}, ${anchor}`),
  };
};

test('draws each line exactly, alone or together', () => {
  const empty = { path: '', points: [] };
  expect(createPlot({ wallet: rising, plus: [] }, '1H', size, 'en')).toMatchObject({ wallet: drawn, plus: empty });
  const { plus, wallet, timeTicks, indexAt } = createPlot({ wallet: [], plus: rising }, '1H', size, 'en');
  expect({ plus, wallet, timeTicks }).toEqual({ plus: drawn, wallet: empty, timeTicks: [] });
  expect([149, 151, 600].map(indexAt)).toEqual([0, 1, 2]);
  const { rateTicks } = createPlot({ wallet: [], plus: [] }, '1H', size, 'en');
  expect(rateTicks).toEqual([]);
});

test.each([
  [
    ['1', '2', '3'],
    ['1.0000 at 182.14', '1.5000 at 141.07', '2.0000 at 100.00', '2.5000 at 58.93', '3.0000 at 17.86'],
  ],
  [
    ['1.1', '1.1'],
    ['1.09995 at 169.70', '1.10000 at 100.00', '1.10005 at 30.30'],
  ],
  [['1.1'], ['1.09995 at 169.70', '1.10000 at 100.00', '1.10005 at 30.30']],
  [
    ['0.004661', '0.004668', '0.004679'],
    ['0.004660 at 191.27', '0.004665 at 145.63', '0.004670 at 100.00', '0.004675 at 54.37', '0.004680 at 8.73'],
  ],
  [
    ['0.00466100', '0.00466105'],
    [
      '0.00466100 at 182.14',
      '0.00466101 at 149.29',
      '0.00466102 at 116.43',
      '0.00466103 at 83.57',
      '0.00466104 at 50.71',
      '0.00466105 at 17.86',
    ],
  ],
])('labels the rates of %j with as many decimals as tell them apart', (closes, labels) => {
  expect(ticksOf(pointsAt(closes, [0, 1, 2])).rates).toEqual(labels);
});

const onThirteenDays = Array.from({ length: 13 }, (_, n) => n * 24);
/** 21 points; a new day begins at each of the places. */
const startingDaysAt = (...places: number[]): RatePoint[] =>
  pointsAt(
    Array.from({ length: 21 }, () => '1'),
    Array.from({ length: 21 }, (_, n) => n + places.filter((place) => n >= place).length * 24),
  );

test.each([
  ['hours', [22, 23], '1H', 640, ['22:00 at 8.00, start', '23:00 at 576.00, middle']],
  ['hours of two days', [23, 24], '1H', 640, ['23:00 at 8.00, start', '00:00 at 576.00, middle']],
  ['two days', [0, 24], '1D', 640, ['Mon 9 Nov at 8.00, start', 'Tue 10 Nov at 576.00, middle']],
  [
    'three days by the hour',
    [20, 23, 24, 48],
    '1H',
    640,
    ['Mon 9 Nov at 8.00, start', 'Tue 10 Nov at 386.67, middle', 'Wed 11 Nov at 576.00, middle'],
  ],
  [
    'thirteen days in a wide window',
    onThirteenDays,
    '1D',
    460,
    [
      'Thu 12 Nov at 105.00, middle',
      'Sun 15 Nov at 202.00, middle',
      'Wed 18 Nov at 299.00, middle',
      'Sat 21 Nov at 396.00, middle',
    ],
  ],
  [
    'thirteen days in a narrow window',
    onThirteenDays,
    '1D',
    459,
    ['Sun 15 Nov at 201.50, middle', 'Sat 21 Nov at 395.00, middle'],
  ],
] as const)('labels the times of %s', (_, atHours, timeframe, width, labels) => {
  const points = pointsAt(
    atHours.map(() => '1'),
    atHours,
  );
  expect(ticksOf(points, timeframe, width).times).toEqual(labels);
});

test.each([
  [
    'centres a label 36 pixels from the edge',
    [1, 5],
    632,
    ['Tue 10 Nov at 36.00, middle', 'Wed 11 Nov at 148.00, middle'],
  ],
  ['not one closer to it', [1, 6], 631, ['Tue 10 Nov at 35.95, start', 'Wed 11 Nov at 175.70, middle']],
  ['keeps labels 88 pixels apart', [4, 8], 512, ['Tue 10 Nov at 96.00, middle', 'Wed 11 Nov at 184.00, middle']],
  ['drops the earlier of two closer ones', [4, 8], 511, ['Mon 9 Nov at 8.00, start', 'Wed 11 Nov at 183.60, middle']],
] as const)('%s', (_, places, width, labels) => {
  expect(ticksOf(startingDaysAt(...places), '1H', width).times).toEqual(labels);
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
