import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRetryAt } from './close-occurrence.ts';
import { addDays, formatLocalTime, localDay, zonedTimeToUtc } from './schedule.ts';

const zones = ['Europe/London', 'Europe/Berlin', 'Asia/Bangkok', 'America/New_York'];
const displayedAt = (at: Date, timeZone: string): string =>
  at.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });

describe('local time of a zone', () => {
  it('is an hour earlier in UTC from the last Sunday of March until October', () => {
    const utc = (day: string, time: string) => zonedTimeToUtc(day, time, 'Europe/London').toISOString().slice(0, 16);
    expect(utc('2027-03-27', '06:00')).toBe('2027-03-27T06:00');
    expect(utc('2027-03-28', '06:00')).toBe('2027-03-28T05:00');
    expect(utc('2027-10-30', '17:00')).toBe('2027-10-30T16:00');
    expect(utc('2027-10-31', '17:00')).toBe('2027-10-31T17:00');
  });

  it('shifts a skipped time by the clock change and takes the first of a repeated time', () => {
    expect(zonedTimeToUtc('2027-03-28', '01:30', 'Europe/London').toISOString()).toBe('2027-03-28T01:30:00.000Z');
    expect(zonedTimeToUtc('2027-10-31', '01:30', 'Europe/London').toISOString()).toBe('2027-10-31T00:30:00.000Z');
    expect(zonedTimeToUtc('2027-03-14', '02:30', 'America/New_York').toISOString()).toBe('2027-03-14T07:30:00.000Z');
    expect(zonedTimeToUtc('2027-11-07', '01:30', 'America/New_York').toISOString()).toBe('2027-11-07T05:30:00.000Z');
  });

  it.each([
    ['2027-01-15T17:00:00Z', 'Europe/London', '17:00 London time'],
    ['2027-07-15T16:00:00Z', 'Europe/London', '17:00 London time'],
    ['2027-07-15T16:59:59.999Z', 'Asia/Bangkok', '23:59 Bangkok time'],
    ['2027-07-15T17:00:00Z', 'Asia/Bangkok', '00:00 Bangkok time'],
    ['2027-01-15T22:30:00Z', 'America/New_York', '17:30 New York time'],
    ['2027-01-15T12:00:00Z', 'America/Argentina/Rio_Gallegos', '09:00 Rio Gallegos time'],
    ['2027-01-15T12:00:00Z', 'America/Port_of_Spain', '08:00 Port of Spain time'],
  ])('at %s in %s reads %s', (at, zone, text) => expect(formatLocalTime(new Date(at), zone)).toBe(text));

  it('matches the zone’s clock on every day of a hundred years', () => {
    const days = fc.integer({ min: 0, max: 36_500 }).map((n) => addDays('2000-01-01', n));
    const times = fc.constantFrom('06:00', '09:00', '13:00', '17:00', '23:59', '04:30');
    fc.assert(
      fc.property(days, times, fc.constantFrom(...zones), (day, time, zone) => {
        const moment = zonedTimeToUtc(day, time, zone);
        expect(displayedAt(moment, zone)).toBe(`${day} ${time}`);
        expect(localDay(moment, zone)).toBe(day);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('retry of a date', () => {
  const retries = ['17:00', '09:00', '13:00'];
  it.each([
    ['Europe/London', '2026-01-15T08:59:59Z', '2026-01-15T09:00:00Z'],
    ['Europe/London', '2026-01-15T09:00:00Z', '2026-01-15T13:00:00Z'],
    ['Europe/London', '2026-01-15T17:00:00Z', undefined],
    ['Europe/London', '2026-07-14T22:59:59Z', undefined],
    ['Europe/London', '2026-07-14T23:00:00Z', '2026-07-15T08:00:00Z'],
    ['Europe/London', '2026-03-29T05:00:00Z', '2026-03-29T08:00:00Z'],
    ['Europe/London', '2026-10-25T06:00:00Z', '2026-10-25T09:00:00Z'],
    ['Asia/Bangkok', '2026-07-14T16:59:59Z', undefined],
    ['Asia/Bangkok', '2026-07-14T17:00:00Z', '2026-07-15T02:00:00Z'],
    ['Asia/Bangkok', '2026-01-15T10:00:00Z', undefined],
  ])('in %s after %s is at %s', (zone, now, again) => {
    expect(nextRetryAt(new Date(now), { zone }, { retries })).toEqual(again && new Date(again));
  });
});
