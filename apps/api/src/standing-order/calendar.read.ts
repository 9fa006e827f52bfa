import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import type { Holidays } from './schedule.ts';

/** When the rail of a currency works, and whose clocks it goes by. */
export type Calendar = Readonly<{
  zone: string;
  holidays: Holidays;
  /** Money moves on days off, too, so that the exact day can be had. */
  worksDaily: boolean;
}>;

/** Which days off count where, and the rail whose clocks are meant. */
const places: Readonly<Record<string, Readonly<{ calendar: string; rail: string }>>> = {
  GBP: { calendar: 'england', rail: 'faster-payments' },
};

type Row = Readonly<{ currency: string; zone: string; worksDaily: boolean; days: string[] }>;

/** The calendar of a currency that standing orders are paid in. */
export const calendarOf = gathered('reads', async (tx: Tx, currencies: readonly string[]): Promise<Calendar[]> => {
  const asked = [...new Set(currencies)].map((currency) => ({ currency, ...places[currency] }));
  const { rows } = await sql<Row>`
    select a.currency, r.time_zone as zone, r.calendar is null as "worksDaily",
      array(select day::text from payment.holiday where calendar = a.calendar) as days
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (currency text, calendar text, rail text)
      join lateral (select time_zone, calendar from payment.rail_rule
        where rail = a.rail and currency = a.currency and effective_from <= now()
        order by effective_from desc limit 1) r on true`.execute(tx);
  return currencies.map((currency) => {
    const row = rows.find((each) => each.currency === currency);
    if (!row) throw new Error(`no rail pays standing orders in ${currency}`);
    return { zone: row.zone, worksDaily: row.worksDaily, holidays: new Set(row.days) };
  });
});
