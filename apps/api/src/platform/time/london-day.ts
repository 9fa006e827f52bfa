import { type RawBuilder, sql } from 'kysely';

const inLondon = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' });

/** An ISO date. Value dates of the bank and dates in texts are London days. */
export const londonDay = (at: Date): string => inLondon.format(at);

/** Of an ISO date: the moment it begins, also when the clocks change. */
export const startOfLondonDay = (day: string): RawBuilder<Date> =>
  sql`(${day}::date)::timestamp at time zone 'Europe/London'`;

/** Of an ISO date: the first moment after it. */
export const endOfLondonDay = (day: string): RawBuilder<Date> =>
  sql`(${day}::date + 1)::timestamp at time zone 'Europe/London'`;
