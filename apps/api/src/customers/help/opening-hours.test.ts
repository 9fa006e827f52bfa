import { describe, expect, it } from 'vitest';
import { findOpening, parseOpeningHours } from './opening-hours.ts';

describe('opening hours', () => {
  it.each([
    ['Mon-Fri 08:00-20:00', '1 2 3 4 5'],
    ['Mon-Fri 08:00-20:00, Sat 09:00-13:00', '1 2 3 4 5 6'],
    ['Sun 10:00-12:00, Mon 08:00-24:00', '1 7'],
  ])('reads %s', (text, days) => {
    expect(
      parseOpeningHours(text)
        ?.map(({ weekday }) => weekday)
        .join(' '),
    ).toBe(days);
  });

  it.each([
    '',
    'always',
    'Mon-Fri',
    'Fri-Mon 08:00-20:00',
    'Mon 20:00-08:00',
    'Mon 8-20',
    'Mon 08:00-20:00, Mon 09:00-10:00',
  ])('refuses “%s”', (text) => {
    expect(parseOpeningHours(text)).toBeUndefined();
  });

  const hours = parseOpeningHours('Mon-Fri 08:00-20:00, Sat 09:00-13:00') ?? [];
  const closed = (day: string, time: string) => ({ isOpen: false, closesAt: null, opensNext: { day, time } });
  const open = (closesAt: string) => ({ isOpen: true, closesAt, opensNext: null });

  // 30 November 2026 is a Monday; 25 December a Friday, and the 28th is a bank holiday for it.
  it.each([
    ['before opening', '2026-11-30', '07:59', closed('2026-11-30', '08:00')],
    ['at opening', '2026-11-30', '08:00', open('20:00')],
    ['a minute before closing', '2026-11-30', '19:59', open('20:00')],
    ['at closing', '2026-11-30', '20:00', closed('2026-12-01', '08:00')],
    ['on a Saturday', '2026-12-05', '12:00', open('13:00')],
    ['after Saturday', '2026-12-05', '13:00', closed('2026-12-07', '08:00')],
    ['on a bank holiday', '2026-12-25', '10:00', closed('2026-12-26', '09:00')],
    ['before another one', '2026-12-27', '10:00', closed('2026-12-29', '08:00')],
  ])('%s', (_, day, time, expected) => {
    expect(findOpening(hours, { day, time }, new Set(['2026-12-25', '2026-12-28']))).toEqual(expected);
  });

  it('without any hours never opens', () => {
    expect(findOpening([], { day: '2026-11-30', time: '10:00' }, new Set())).toEqual({
      isOpen: false,
      closesAt: null,
      opensNext: null,
    });
  });
});
