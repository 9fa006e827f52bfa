import { expect, it } from 'vitest';
import { groupHours, telephoneLink } from './hours.ts';

const day = (weekday: number, opensAt = '08:00', closesAt = '20:00') => ({ weekday, opensAt, closesAt });

it('groups days in a row with the same hours', () => {
  expect(groupHours([day(1), day(2), day(3), day(5), day(6, '09:00', '13:00')])).toEqual([
    { first: 1, last: 3, opensAt: '08:00', closesAt: '20:00' },
    { first: 5, last: 5, opensAt: '08:00', closesAt: '20:00' },
    { first: 6, last: 6, opensAt: '09:00', closesAt: '13:00' },
  ]);
});

it('dials a number without its spaces', () => {
  expect(telephoneLink('+44 20 7946 0199')).toBe('tel:+442079460199');
});
