import { expect, test } from 'vitest';
import { closeOf, dateOf, indexOfDate, tradingDayAt } from './trading-calendar.ts';

const at = (text: string) => tradingDayAt(Date.parse(text));
const close = (date: string) => new Date(closeOf(indexOfDate(date) ?? Number.NaN)).toISOString().slice(0, 16);

test('a trading day ends at 17:00 in New York, in summer and in winter', () => {
  expect(close('2026-07-15')).toBe('2026-07-15T21:00');
  expect(close('2026-12-15')).toBe('2026-12-15T22:00');
  expect(close('2026-03-06')).toBe('2026-03-06T22:00'); // the Friday before US clocks change
  expect(close('2026-03-09')).toBe('2026-03-09T21:00'); // three weeks before European clocks change
  expect(close('2026-10-30')).toBe('2026-10-30T21:00');
  expect(close('2026-11-02')).toBe('2026-11-02T22:00');
});

test('trading days are numbered without weekends', () => {
  const friday = indexOfDate('2026-11-20') ?? Number.NaN;
  expect(dateOf(friday)).toBe('2026-11-20');
  expect(dateOf(friday + 1)).toBe('2026-11-23');
  expect(indexOfDate('2026-11-21')).toBeUndefined();
  expect(indexOfDate('2026-11-22')).toBeUndefined();
  for (let index = friday; index > friday - 600; index -= 1) expect(indexOfDate(dateOf(index))).toBe(index);
});

test('the market is closed from Friday 17:00 to Sunday 17:00 in New York, across clock changes', () => {
  for (const [text, isOpen, day] of [
    ['2026-11-20T21:59:59Z', true, '2026-11-20'],
    ['2026-11-20T22:00:00Z', true, '2026-11-20'],
    ['2026-11-20T22:00:00.001Z', false, '2026-11-23'],
    ['2026-11-22T12:00:00Z', false, '2026-11-23'],
    ['2026-11-22T22:00:00Z', false, '2026-11-23'],
    ['2026-11-22T22:00:00.001Z', true, '2026-11-23'],
    ['2026-03-06T21:30:00Z', true, '2026-03-06'],
    ['2026-03-08T21:30:00Z', true, '2026-03-09'],
    ['2026-11-01T21:30:00Z', false, '2026-11-02'],
    ['2026-11-01T22:30:00Z', true, '2026-11-02'],
    ['2026-11-18T23:00:00Z', true, '2026-11-19'],
  ] as const) {
    const found = at(text);
    expect([found.isOpen, dateOf(found.index)], text).toEqual([isOpen, day]);
  }
});
