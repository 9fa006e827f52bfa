import { afterEach, expect, it, vi } from 'vitest';
import { addDays, dayName, formatDate, formatDateTime, formatTime, toLocalDate } from './date-text.ts';

const at = new Date(2026, 10, 20, 14, 2);
afterEach(() => vi.unstubAllEnvs());

it.each([
  ['Europe/London', '2026-01-14T23:30:00Z', '2026-01-14', '2026-01-15'],
  ['Europe/London', '2026-07-14T23:30:00Z', '2026-07-15', '2026-07-16'],
  ['Europe/London', '2026-03-28T23:30:00Z', '2026-03-28', '2026-03-29'],
  ['Europe/London', '2026-10-24T23:30:00Z', '2026-10-25', '2026-10-26'],
  ['Asia/Bangkok', '2026-01-14T16:59:59Z', '2026-01-14', '2026-01-15'],
  ['Asia/Bangkok', '2026-07-14T17:00:00Z', '2026-07-15', '2026-07-16'],
])('today and tomorrow are days of %s, also when its clocks change: %s', (zone, moment, today, tomorrow) => {
  vi.stubEnv('TZ', zone);
  const now = new Date(moment);
  expect([toLocalDate(now), toLocalDate(addDays(now, 1))]).toEqual([today, tomorrow]);
  expect([dayName(today, addDays(now, 1)), dayName(tomorrow, addDays(now, 1))]).toEqual(['yesterday', 'today']);
});

it('formats a date as weekday, day, month, year', () => {
  expect(formatDate(at, 'en')).toBe('Fri 20 Nov 2026');
});

it('formats a time with two digits each', () => {
  expect(formatTime(new Date(2026, 0, 1, 0, 5), 'en')).toBe('00:05');
});

it('omits the current year', () => {
  expect(formatDateTime(at, 'en', at)).toBe('20 Nov, 14:02');
  expect(formatDateTime(at, 'en', new Date(2027, 0, 1))).toBe('20 Nov 2026, 14:02');
});

it('uses Gregorian years in Thai', () => {
  expect(formatDate(at, 'th')).toContain('2026');
});

it('names today and yesterday across the end of a month', () => {
  const first = new Date(2026, 11, 1, 0, 30);
  expect(dayName('2026-12-01', first)).toBe('today');
  expect(dayName('2026-11-30', first)).toBe('yesterday');
  expect(dayName('2026-11-29', first)).toBeUndefined();
  expect(toLocalDate(addDays(first, -1))).toBe('2026-11-30');
});
