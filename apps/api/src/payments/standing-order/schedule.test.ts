import { Frequency } from '@larkmere/contract/payments/standing-order-terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day, firstDay, planDates, type Schedule, toWeekday } from './schedule.ts';

const noHolidays: ReadonlySet<Day> = new Set();
const christmas = new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2027-03-26', '2027-03-29']);

type ScheduleInput = Partial<Schedule> & { startDate: Day };

const planFrom = ({ startDate, ...over }: ScheduleInput, most = 6, holidays: ReadonlySet<Day> = noHolidays) => {
  const { frequency = 'monthly', end = { kind: 'never' }, nonWorkingDay = 'exact' } = over;
  const first = firstDay({ frequency, startDate }, holidays);
  return planDates({ frequency, firstDay: first, end, nonWorkingDay }, 0, most, holidays);
};
const days = (...wanted: Parameters<typeof planFrom>) => planFrom(...wanted).map(({ day }) => day);
const payDays = (...wanted: Parameters<typeof planFrom>) => planFrom(...wanted).map(({ payDay }) => payDay);

describe('dates of a standing order', () => {
  it.each([
    ['weekly', ['2026-11-23', '2026-11-30', '2026-12-07']],
    ['fortnightly', ['2026-11-23', '2026-12-07', '2026-12-21']],
    ['four_weekly', ['2026-11-23', '2026-12-21', '2027-01-18']],
    ['monthly', ['2026-11-23', '2026-12-23', '2027-01-23']],
    ['quarterly', ['2026-11-23', '2027-02-23', '2027-05-23']],
    ['yearly', ['2026-11-23', '2027-11-23', '2028-11-23']],
  ] as const)('are %s from the first one', (frequency, expected) => {
    expect(days({ startDate: '2026-11-23', frequency }, 3)).toEqual(expected);
  });

  it('use the last day of a short month and do not shorten the next one', () => {
    expect(days({ startDate: '2027-01-31' })).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ]);
    expect(days({ startDate: '2027-11-30', frequency: 'quarterly' }, 3)).toEqual([
      '2027-11-30',
      '2028-02-29',
      '2028-05-30',
    ]);
  });

  it('fall on 28 February for a start on 29 February', () => {
    expect(days({ startDate: '2028-02-29', frequency: 'yearly' }, 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });

  it('move to the next or previous working day, or stay', () => {
    const startDate = '2026-12-25';
    expect(payDays({ startDate, nonWorkingDay: 'next' }, 4, christmas)).toEqual([
      '2026-12-29',
      '2027-01-25',
      '2027-02-25',
      '2027-03-25',
    ]);
    expect(payDays({ startDate, nonWorkingDay: 'previous' }, 2, christmas)).toEqual(['2026-12-24', '2027-01-25']);
    expect(payDays({ startDate, nonWorkingDay: 'exact' }, 1, christmas)).toEqual(['2026-12-25']);
  });

  it('start in the next month when the first month’s last working day has passed', () => {
    const frequency = 'last_working_day';
    expect(payDays({ startDate: '2026-11-20', frequency }, 3)).toEqual(['2026-11-30', '2026-12-31', '2027-01-29']);
    expect(payDays({ startDate: '2027-01-30', frequency }, 2)).toEqual(['2027-02-26', '2027-03-31']);
  });

  it('end after a count, and never pay after the end date', () => {
    expect(days({ startDate: '2026-11-23', end: { kind: 'count', count: 2 } })).toHaveLength(2);
    const end = { kind: 'date', date: '2027-01-31' } as const;
    expect(payDays({ startDate: '2026-11-30', nonWorkingDay: 'next', end })).toEqual(['2026-11-30', '2026-12-30']);
    expect(payDays({ startDate: '2026-11-30', nonWorkingDay: 'exact', end })).toEqual([
      '2026-11-30',
      '2026-12-30',
      '2027-01-30',
    ]);
  });

  it('throw for a calendar without a working day', () => {
    const always = new Set(Array.from({ length: 60 }, (_, n) => addDays('2026-12-01', n)));
    expect(() => payDays({ startDate: '2026-12-03', nonWorkingDay: 'next' }, 1, always)).toThrow('no working day');
  });

  it('move by 31 days at most', () => {
    const closed = (days: number) => new Set(Array.from({ length: days }, (_, n) => addDays('2026-12-03', n)));
    const startDate = '2026-12-04';
    expect(payDays({ startDate, nonWorkingDay: 'next' }, 1, closed(32))).toEqual(['2027-01-04']);
    expect(() => payDays({ startDate, nonWorkingDay: 'next' }, 1, closed(33))).toThrow('no working day');
  });
});

/** Independent oracle: checks every day of the calendar in turn. */
function walkCalendar(
  { startDate, frequency, end, nonWorkingDay }: Required<ScheduleInput>,
  most: number,
  holidays: ReadonlySet<Day>,
) {
  const rests = (day: Day): boolean => [0, 6].includes(toWeekday(day)) || holidays.has(day);
  const moved = (day: Day, step: number): Day => (rests(day) ? moved(addDays(day, step), step) : day);
  const isLastOfMonth = (day: Day): boolean => addDays(day, 1).endsWith('-01');
  const monthNumber = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const monthsStep = { monthly: 1, quarterly: 3, yearly: 12 } as Record<string, number>;
  const daysStep = { weekly: 7, fortnightly: 14, four_weekly: 28 } as Record<string, number>;
  const found: { day: Day; payDay: Day }[] = [];
  let passed = 0;
  for (let day = startDate; found.length < most && passed < 20_000; day = addDays(day, 1), passed += 1) {
    const sameDate = day.slice(8) === startDate.slice(8) || (isLastOfMonth(day) && startDate.slice(8) > day.slice(8));
    const months = monthNumber(day) - monthNumber(startDate);
    const isDate =
      frequency === 'last_working_day'
        ? isLastOfMonth(day) && moved(day, -1) >= startDate
        : frequency in daysStep
          ? passed % (daysStep[frequency] ?? 1) === 0
          : sameDate && months % (monthsStep[frequency] ?? 1) === 0;
    if (!isDate) continue;
    const payDay =
      frequency === 'last_working_day'
        ? moved(day, -1)
        : nonWorkingDay === 'exact'
          ? day
          : moved(day, nonWorkingDay === 'next' ? 1 : -1);
    if (end.kind === 'date' && payDay > end.date) break;
    if (end.kind === 'count' && found.length >= end.count) break;
    found.push({ day, payDay });
  }
  return found;
}

const someDay = fc.integer({ min: 0, max: 25_000 }).map((n) => addDays('2020-01-01', n));
const schedules = fc
  .record({
    startDate: someDay,
    frequency: fc.constantFrom(...Frequency.options),
    nonWorkingDay: fc.constantFrom('next' as const, 'previous' as const, 'exact' as const),
    endKind: fc.constantFrom('never' as const, 'date' as const, 'count' as const),
    endAfter: fc.integer({ min: 0, max: 1500 }),
    count: fc.integer({ min: 1, max: 20 }),
    holidaysAfter: fc.array(fc.integer({ min: -20, max: 1500 }), { maxLength: 60 }),
  })
  .map(({ startDate, frequency, nonWorkingDay, endKind, endAfter, count, holidaysAfter }) => {
    const date = addDays(startDate, endAfter);
    const end =
      endKind === 'never' ? { kind: endKind } : endKind === 'date' ? { kind: endKind, date } : { kind: endKind, count };
    return {
      wanted: { startDate, frequency, nonWorkingDay, end, firstDay: startDate },
      holidays: new Set(holidaysAfter.map((days) => addDays(startDate, days))),
    };
  });

const runs = Number(process.env.SCHEDULES ?? 400);

describe('random schedules', () => {
  it('match an oracle that checks every calendar day', () => {
    fc.assert(
      fc.property(schedules, ({ wanted, holidays }) => {
        const { firstDay: _, ...terms } = wanted;
        const found = planFrom(terms, 8, holidays).map(({ day, payDay }) => ({ day, payDay }));
        expect(found).toEqual(walkCalendar(wanted, 8, holidays));
      }),
      { numRuns: runs },
    );
  }, 120_000);

  it('pay on working days only unless the exact day was chosen, and never move backwards', () => {
    fc.assert(
      fc.property(schedules, ({ wanted, holidays }) => {
        const dates = planFrom(wanted, 12, holidays);
        for (const [i, { number, day, payDay }] of dates.entries()) {
          expect(number).toBe(i);
          const before = dates[i - 1];
          if (before) expect(day > before.day && payDay >= before.payDay).toBe(true);
          const isExact = wanted.nonWorkingDay === 'exact' && wanted.frequency !== 'last_working_day';
          if (!isExact) expect(toWeekday(payDay) % 6 !== 0 && !holidays.has(payDay)).toBe(true);
        }
      }),
      { numRuns: runs },
    );
  }, 60_000);
});
