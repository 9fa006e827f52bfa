import { expect, test } from 'vitest';
import { endOfValueDate, resolveValueDate } from './value-date.ts';

test('a value date is a working day: today, the next, or the one after', () => {
  const friday = new Date('2026-11-20T15:00:00Z');
  const saturday = new Date('2026-11-21T15:00:00Z');
  expect(['today', 'tom', 'spot'].map((choice) => resolveValueDate(choice, friday))).toEqual([
    '2026-11-20',
    '2026-11-23',
    '2026-11-24',
  ]);
  expect(['today', 'tom', 'spot'].map((choice) => resolveValueDate(choice, saturday))).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
  ]);
  expect(resolveValueDate('2026-12-01', friday)).toBe('2026-12-01');
  for (const day of ['2026-11-19', '2026-11-21', '2026-11-22', '2027-11-22'])
    expect(resolveValueDate(day, friday), day).toBeUndefined();
});

test('a value date is at least today and at most 365 days ahead', () => {
  const now = new Date('2026-11-24T15:00:00Z');
  for (const [day, isOffered] of [
    ['2026-11-23', false],
    ['2026-11-24', true],
    ['2027-11-24', true],
    ['2027-11-25', false],
  ] as const)
    expect(resolveValueDate(day, now), day).toBe(isOffered ? day : undefined);
});

test.each([
  ['2026-01-15T23:59:59Z', '2026-01-15', '2026-01-15T23:59:59Z'],
  ['2026-01-16T00:00:00Z', '2026-01-16', '2026-01-16T23:59:59Z'],
  ['2026-03-27T23:59:59Z', '2026-03-27', '2026-03-27T23:59:59Z'],
  ['2026-03-29T23:00:00Z', '2026-03-30', '2026-03-30T22:59:59Z'],
  ['2026-07-15T22:59:59Z', '2026-07-15', '2026-07-15T22:59:59Z'],
  ['2026-07-15T23:00:00Z', '2026-07-16', '2026-07-16T22:59:59Z'],
  ['2026-07-17T23:00:00Z', '2026-07-20', '2026-07-20T22:59:59Z'],
  ['2026-10-25T23:59:59Z', '2026-10-26', '2026-10-26T23:59:59Z'],
])('at %s today is %s in London, and ends at %s', (now, today, end) => {
  expect(resolveValueDate('today', new Date(now))).toBe(today);
  expect(endOfValueDate({ valueDate: today })).toEqual(new Date(end));
});
