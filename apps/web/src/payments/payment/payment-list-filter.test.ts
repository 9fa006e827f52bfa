import { expect, it } from 'vitest';
import { parseFilter, toListInput } from './payment-list-filter.ts';

const none = { bankholderid: undefined, search: undefined, startdate: undefined, enddate: undefined };

it('begins with all payments, and pages of one kind with those that are pending', () => {
  expect(parseFilter({}, 'all')).toEqual({ ...none, group: 'all' });
  expect(parseFilter({}, 'swift')).toEqual({ ...none, group: 'waiting' });
  expect(parseFilter({ group: 'all' }, 'swift')).toEqual({ ...none, group: 'all' });
});

it.each([
  ['wait', 'waiting'],
  ['scheduled', 'planned'],
  ['reject', 'returned'],
  ['cancel', 'returned'],
  ['approve', 'all'],
  ['nothing known', 'waiting'],
])('reads filterType=%s of older links', (filterType, group) => {
  expect(parseFilter({ filterType }, 'domestic').group).toBe(group);
});

it('ignores what is not a day, and trims what was typed', () => {
  expect(
    parseFilter({ startdate: '1 July', enddate: '2026-07-11', search: ' Somchai ', bankholderid: 118341 }, 'all'),
  ).toEqual({
    group: 'all',
    bankholderid: '118341',
    search: 'Somchai',
    startdate: undefined,
    enddate: '2026-07-11',
  });
});

it('asks for the group and the kind only if they are restricted', () => {
  expect(toListInput('all', { ...none, group: 'all' })).toEqual(none);
  expect(toListInput('swift', { ...none, group: 'waiting', search: 'som' })).toEqual({
    ...none,
    search: 'som',
    group: 'waiting',
    reach: 'swift',
  });
});
