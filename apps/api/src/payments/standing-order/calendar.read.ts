import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { railRule } from '../../reference/rail/rail.ts';
import type { Holidays } from './schedule.ts';

export type Calendar = Readonly<{ zone: string; holidays: Holidays }>;

export type CurrencyPair = Readonly<{ account: Currency; payee: Currency }>;

const calendarByCurrency: Readonly<Record<string, Readonly<{ calendar: string; rail: string }>>> = {
  GBP: { calendar: 'england', rail: 'faster-payments' },
  EUR: { calendar: 'target', rail: 'sepa-instant' },
  THB: { calendar: 'thailand', rail: 'promptpay' },
  USD: { calendar: 'us', rail: 'fedwire' },
};

export const hasCalendar = (currency: Currency): boolean => currency in calendarByCurrency;

const noCalendar = (currency: Currency): Refusal =>
  new Refusal('unsupported_destination', { reason: message('standing_order_currency_unsupported', { currency }) });

type Row = Readonly<{ currency: Currency; zone: string; days: string[] }>;

/**
 * Across two currencies an order pays on days when both sides work, on the clock of the account's side. Throws
 * `unsupported_destination` for a currency without a calendar.
 */
export const loadCalendar = batchLoader(
  'reads',
  async (tx: Tx, orders: readonly CurrencyPair[]): Promise<Calendar[]> => {
    const currencies = new Set(orders.flatMap(({ account, payee }) => [account, payee]));
    const calendars = [...currencies].map((currency) => ({ currency, ...calendarByCurrency[currency] }));
    const { rows } = await sql<Row>`
    select a.currency, r.time_zone as zone, array(select day::text from payment.holiday_in_force where calendar = a.calendar) as days
    from jsonb_to_recordset(${JSON.stringify(calendars)}::jsonb) as a (currency text, calendar text, rail text)
      join lateral (${inForce(railRule, { rail: sql.ref('a.rail'), currency: sql.ref('a.currency') })}) r on true`.execute(
      tx,
    );
    const of = (currency: Currency): Row => {
      const row = rows.find((each) => each.currency === currency);
      if (!row) throw noCalendar(currency);
      return row;
    };
    return orders.map(({ account, payee }) => ({
      zone: of(account).zone,
      holidays: new Set([...of(account).days, ...of(payee).days]),
    }));
  },
);
