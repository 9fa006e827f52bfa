import { expect, test } from 'vitest';
import { type MarketClosures, reopensAt } from './market-hours.ts';

const weekend: MarketClosures = {
  timezone: 'America/New_York',
  weekly: [{ from: 'Fri 17:00', to: 'Sun 17:00' }],
  holidays: [],
};
const opens = (times: MarketClosures, at: string, pair = 'GBP/THB') =>
  reopensAt(times, pair, new Date(at))?.toISOString();

test('follows the market week in New York time', () => {
  expect(opens(weekend, '2026-11-20T21:59:59Z')).toBeUndefined();
  expect(opens(weekend, '2026-11-20T22:00:00Z')).toBe('2026-11-22T22:00:00.000Z');
  expect(opens(weekend, '2026-11-22T21:59:30Z')).toBe('2026-11-22T22:00:00.000Z');
  expect(opens(weekend, '2026-11-22T22:00:00Z')).toBeUndefined();
  expect(opens(weekend, '2026-11-25T12:00:00Z')).toBeUndefined();
});

test('a weekend with a clock change is an hour shorter or longer', () => {
  expect(opens(weekend, '2026-03-07T12:00:00Z')).toBe('2026-03-08T21:00:00.000Z');
  expect(opens(weekend, '2026-10-31T12:00:00Z')).toBe('2026-11-01T22:00:00.000Z');
});

test('a holiday closes its day for all or some pairs and extends an adjacent weekend', () => {
  const newYear = { ...weekend, holidays: [{ date: '2027-01-01' }] };
  expect(opens(newYear, '2027-01-01T04:59:00Z')).toBeUndefined();
  expect(opens(newYear, '2027-01-01T05:00:00Z')).toBe('2027-01-03T22:00:00.000Z');
  const songkran = { ...weekend, holidays: [{ date: '2026-04-14', pairs: ['GBP/THB', 'THB/GBP'] }] };
  expect(opens(songkran, '2026-04-14T12:00:00Z')).toBe('2026-04-15T04:00:00.000Z');
  expect(opens(songkran, '2026-04-14T12:00:00Z', 'GBP/EUR')).toBeUndefined();
});

test.each(['Freitag', 'Fri 17:00:30', ' Fri 17:00', 'Fri 7:00', 'fri 17:00', ''])(
  'the invalid time of the week %j is named in the error',
  (from) => {
    expect(() => opens({ ...weekend, weekly: [{ from, to: 'Sun 17:00' }] }, '2026-11-20T22:00:00Z')).toThrow(
      `${from} is not a time of the week`,
    );
  },
);

test('a market that never opens is an error', () => {
  const weekly = [
    { from: 'Sun 17:00', to: 'Wed 17:00' },
    { from: 'Wed 17:00', to: 'Sun 17:00' },
  ];
  expect(() => opens({ ...weekend, weekly }, '2026-11-25T12:00:00Z')).toThrow('the market of GBP/THB never opens');
});
