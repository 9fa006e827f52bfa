import { expect, it } from 'vitest';
import { addDays, dayName, formatDate, formatDateTime, formatTime, toLocalDate } from './date-text.ts';

const at = new Date(2026, 10, 20, 14, 2);

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
