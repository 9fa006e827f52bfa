import { expect, test } from 'vitest';
import { daysAfter } from './calendar.ts';
import { balanceChanges, type Movement } from './movement.ts';
import { createMovements, type YearTemplate } from './year.ts';
import { anong } from './years/anong.ts';
import { boon } from './years/boon.ts';
import { dara } from './years/dara.ts';
import { owen } from './years/owen.ts';

const years: Record<string, YearTemplate> = { anong, boon, dara, owen };
const startDates = Array.from({ length: 40 }, (_, index) => daysAfter('2026-01-01', index * 37));

function balanceHistory(moves: readonly Movement[]) {
  const course: Record<string, { lowest: bigint; end: bigint; opening: bigint }> = {};
  for (const [currency, minor] of moves.flatMap(balanceChanges)) {
    const before = course[currency];
    const end = (before?.end ?? 0n) + minor;
    course[currency] = {
      opening: before?.opening ?? end,
      end,
      lowest: before && before.lowest < end ? before.lowest : end,
    };
  }
  return course;
}

test.each(Object.entries(years))(
  'balances of %s stay positive and end as specified, whatever the start date',
  (name, year) => {
    for (const today of startDates) {
      const course = balanceHistory(createMovements(name, year, today));
      for (const [currency, { lowest, opening }] of Object.entries(course)) {
        expect(lowest, `${currency}, told on ${today}`).toBeGreaterThan(0n);
        expect(opening, `${currency}, told on ${today}`).toBeGreaterThan(0n);
      }
      const closing = Object.fromEntries(
        Object.entries(year.closing).map(([of, text]) => [of, BigInt(text.replace('.', ''))]),
      );
      expect(Object.fromEntries(Object.entries(course).map(([of, { end }]) => [of, end]))).toEqual(closing);
    }
  },
);
