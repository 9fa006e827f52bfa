import { describe, expect, it } from 'vitest';
import { hasNoAvailableDate, scheduledDateOf } from './scheduled-date.ts';

describe('scheduled date', () => {
  const plan = { earliest: '2026-11-22', latest: '2027-11-21' };
  it.each([
    ['2026-11-21', undefined],
    ['2026-11-22', '2026-11-22'],
    ['2027-11-21', '2027-11-21'],
    ['2027-11-22', undefined],
    ['', undefined],
  ])('%s results in %s', (day, planned) => expect(scheduledDateOf({ when: 'later', day }, plan)).toBe(planned));

  it('is undefined for immediate payments and while the allowed dates are unknown', () => {
    expect(scheduledDateOf({ when: 'now', day: '2026-12-01' }, plan)).toBeUndefined();
    expect(scheduledDateOf({ when: 'later', day: '2026-12-01' }, undefined)).toBeUndefined();
    expect(scheduledDateOf({ when: 'later', day: undefined }, plan)).toBeUndefined();
  });

  it.each([
    ['2026-11-21', true],
    ['2026-11-22', false],
    ['2026-11-23', false],
  ])('without any date if the latest is %s and the earliest 2026-11-22: %s', (latest, is) =>
    expect(hasNoAvailableDate({ earliest: '2026-11-22', latest })).toBe(is),
  );
});
