import { type RawBuilder, sql } from 'kysely';

const inLondon = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' });

/** An ISO date. Value dates of the bank and dates in texts are London days. */
export const londonDay = (at: Date): string => inLondon.format(at);

const dayMs = 86_400_000;

/** The London day in so many days. */
export const londonDayIn = (now: Date, days: number): string =>
  new Date(Date.parse(londonDay(now)) + days * dayMs).toISOString().slice(0, 10);

/** Of an ISO date: the moment it begins, also when the clocks change. */
export const startOfLondonDay = (day: string): RawBuilder<Date> =>
  sql`(${day}::date)::timestamp at time zone 'Europe/London'`;

/** Of an ISO date: the first moment after it. */
export const endOfLondonDay = (day: string): RawBuilder<Date> =>
  sql`(${day}::date + 1)::timestamp at time zone 'Europe/London'`;
