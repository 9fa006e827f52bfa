import { expect, test } from 'vitest';
import { groupByStage, isLate, stageOf, toBlotter } from './deal-stages.ts';
import { readMargin, stepMargin } from './margin-draft.ts';
import { toCsv } from './to-csv.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const [past, future] = ['2026-11-24T11:59:59Z', '2026-11-24T12:00:30Z'].map((validUntil) => ({ validUntil }));

test.each([
  ['requested', null, 'quote'],
  ['assigned', null, 'quote'],
  ['expired', null, 'quote'],
  ['assigned', future, 'approve'],
  ['assigned', past, 'quote'],
  ['quoted', null, 'customer'],
  ['quoted', future, 'approve'],
  ['quoted', past, 'customer'],
  ['accepted', null, 'book'],
  ['accepted', future, 'book'],
  ['booked', null, 'settle'],
] as const)('a deal that is %s, with the waiting quote %o, is at the stage %s', (state, waiting, stage) => {
  expect(stageOf({ state, waiting: waiting ?? null }, now)).toBe(stage);
});

test('groups are in order of work, keep the order of the desk, and are never empty', () => {
  const of = (uid: string, state: 'requested' | 'accepted' | 'quoted') => ({ uid, state, waiting: null });
  const groups = groupByStage([of('a', 'accepted'), of('b', 'requested'), of('c', 'requested')], now);
  expect(groups.map(([stage, deals]) => [stage, deals.map(({ uid }) => uid)])).toEqual([
    ['quote', ['b', 'c']],
    ['book', ['a']],
  ]);
});

test('a deal is late once its value date has passed and it is only booked', () => {
  const booked = { state: 'booked', valueDate: '2026-11-23' } as const;
  expect(isLate(booked, '2026-11-23')).toBe(false);
  expect(isLate(booked, '2026-11-24')).toBe(true);
  expect(isLate({ ...booked, state: 'settled' }, '2026-11-24')).toBe(false);
});

test('the blotter has what was accepted, the latest first, and nothing that was only quoted', () => {
  const deal = (uid: string, state: string, at: string) =>
    ({ uid, state, quote: {}, createdAt: '2026-11-20T08:00:00Z', timeline: [{ state: 'accepted', at }] }) as never;
  const rows = toBlotter(
    [deal('early', 'booked', '2026-11-24T09:00:00Z'), deal('quoted', 'quoted', '2026-11-24T09:30:00Z')],
    [deal('late', 'settled', '2026-11-24T10:00:00Z')],
  );
  expect(rows.map((row) => (row.deal as { uid: string }).uid)).toEqual(['late', 'early']);
});

test.each([
  ['18', 18],
  [' 18 ', 18],
  ['1', 1],
  ['300', 300],
  ['0', undefined],
  ['301', undefined],
  ['', undefined],
  ['1,8', undefined],
  ['18.5', undefined],
  ['0,18', undefined],
  ['-18', undefined],
  ['18 bps', undefined],
  ['1e2', undefined],
])('a margin typed as "%s" is %s', (text, margin) => {
  expect(readMargin(text)).toBe(margin);
});

test('arrow keys stay within the range', () => {
  expect([stepMargin(18, 1), stepMargin(18, -5), stepMargin(1, -1), stepMargin(298, 5)]).toEqual([19, 13, 1, 300]);
});

test('the copied table escapes what a spreadsheet would read as a formula or as two cells', () => {
  const rate = { base: 'GBP', quote: 'THB', rate: '43.2489', market: null };
  const quote = {
    sellAmount: { amount: '800.00', currency: 'GBP' },
    buyAmount: { amount: '34599.16', currency: 'THB' },
    displayedRate: rate,
    displayedMidRate: { ...rate, rate: '43.3356' },
    marginBps: 20,
    gbpMargin: { amount: '1.60', currency: 'GBP' },
  };
  const deal = { reference: 'R1', customer: '=Cell, "Ltd"', valueDate: '2026-11-24', state: 'booked' };
  const [, row] = toCsv([{ at: '2026-11-24T09:00:00Z', deal, quote } as never]).split('\n');
  expect(row).toBe(
    `2026-11-24T09:00:00Z,R1,"'=Cell, ""Ltd""",2026-11-24,800.00,GBP,34599.16,THB,GBP/THB,43.2489,43.3356,20,1.60,booked`,
  );
});
