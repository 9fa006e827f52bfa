import { cellField, plainText, type SheetRow } from '@larkmere/contract/back-office/setting-sheets';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { message } from '@larkmere/messages/message';
import { type Currency, readAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import { type MarketClosures, opensAgain, priceRule } from '../../fx/conversion/conversion.ts';
import { feeRule } from '../../payments/pricing/pricing.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { countryOf } from '../../reference/country/country.ts';
import type { StoredSheet } from './setting-tables.ts';
import { minuteOf, type ProposedRow } from './sheet-rows.ts';

/** Database and server know different names of time zones, and both compute with them. */
async function isKnownTimezone(tx: Tx, zone: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(tx);
  return rows.length > 0;
}

type Code =
  | 'setting_day_below_payment'
  | 'setting_max_below_min'
  | 'setting_max_below_fee'
  | 'setting_cutoff_before_opening'
  | 'setting_timezone_unknown'
  | 'setting_nothing_to_end'
  | 'setting_country_unknown'
  | 'setting_window_empty'
  | 'setting_holiday_twice'
  | 'setting_market_never_opens'
  | 'setting_add_is_fixed'
  | 'setting_value_missing'
  | 'setting_value_too_large'
  | 'setting_waive_has_no_value'
  | 'setting_pair_only_exchange'
  | 'setting_cap_only_percent'
  | 'setting_product_without_currency'
  | 'setting_time_passed'
  | 'setting_decision_before_update'
  | 'setting_one_arrival'
  | 'setting_days_need_calendar'
  | 'setting_abandons_too_early'
  | 'setting_day_passed'
  | 'setting_day_weekend'
  | 'setting_day_open_already'
  | 'amount_invalid';
type Contradiction = readonly [column: string, code: Code];
type Check = (ctx: StaffCtx, proposed: ProposedRow) => Promise<Contradiction | undefined> | Contradiction | undefined;

const isAbove = (row: SheetRow, more: string, less: string): boolean => Number(row[more]) > Number(row[less]);

/** What no single column shows: two values of a row that contradict each other. By setting and sheet. */
const checks: Readonly<Record<string, Check>> = {
  'swiftpayment limits': checkPerDay,
  'swiftpayment currencies': checkRail,
  'swiftpayment reviewThresholds': checkReviewThreshold,
  'rules railLimits': checkPerDay,
  'rules conditionalLimits': checkPerDay,
  'rules rails': checkRail,
  'rules railReview': checkReviewThreshold,
  'rules deposits': checkMaximum,
  'rules topUps': checkMaximum,
  'rules payments': (_, { row }) =>
    isAbove(row, 'reviewUpdateHours', 'reviewDecisionHours')
      ? ['reviewDecisionHours', 'setting_decision_before_update']
      : undefined,
  'swiftpayment countries': (_, { row }) =>
    countryOf(plainText(row.country)) ? undefined : ['country', 'setting_country_unknown'],
  'rules bankHolidays': checkHoliday,
  'rate-offtime rules': (ctx, { row }) => checkMarketHours(ctx, row),
  'setting-marketing campaigns': (ctx, { row }) => checkCampaign(ctx, row),
  'setting-marketing referralOffers': (ctx, { row }) => checkOffer(ctx, row),
  'cab-pair-currencies pairs': (_, { row }) =>
    isAbove(row, 'max', 'fee') ? undefined : ['max', 'setting_max_below_fee'],
};

function checkPerDay(_: StaffCtx, { row }: ProposedRow): Contradiction | undefined {
  return isAbove(row, 'perPayment', 'perDay') ? ['perDay', 'setting_day_below_payment'] : undefined;
}

function checkMaximum(_: StaffCtx, { row }: ProposedRow): Contradiction | undefined {
  if (!isAbove(row, 'max', 'min')) return ['max', 'setting_max_below_min'];
  return row.perDay !== undefined && isAbove(row, 'max', 'perDay')
    ? ['perDay', 'setting_day_below_payment']
    : undefined;
}

async function checkRail({ tx }: StaffCtx, { row }: ProposedRow): Promise<Contradiction | undefined> {
  if (!isAbove(row, 'max', 'min')) return ['max', 'setting_max_below_min'];
  if (minuteOf(plainText(row.opens)) >= minuteOf(plainText(row.cutoff)))
    return ['cutoff', 'setting_cutoff_before_opening'];
  if (!(await isKnownTimezone(tx, plainText(row.zone)))) return ['zone', 'setting_timezone_unknown'];
  if ((row.arrivalSeconds === null) === (row.arrivalDays === null)) return ['arrivalDays', 'setting_one_arrival'];
  if (row.arrivalDays !== null && row.calendar === null) return ['calendar', 'setting_days_need_calendar'];
  return Number(row.abandonAfter) < Number(row.resubmitWindow) + 60
    ? ['abandonAfter', 'setting_abandons_too_early']
    : undefined;
}

function checkReviewThreshold(_: StaffCtx, { row, before }: ProposedRow): Contradiction | undefined {
  return row.documents === null && !before ? ['documents', 'setting_nothing_to_end'] : undefined;
}

/** Banks are closed at weekends anyway. Days that were announced as holidays may fall on one. */
function checkHoliday({ now }: StaffCtx, { row, before }: ProposedRow): Contradiction | undefined {
  const day = plainText(row.day);
  const weekday = new Date(day).getUTCDay();
  if (day < londonDay(now)) return ['day', 'setting_day_passed'];
  if (!before && (weekday === 0 || weekday === 6)) return ['day', 'setting_day_weekend'];
  return !before && row.isClosed === false ? ['isClosed', 'setting_day_open_already'] : undefined;
}

async function checkMarketHours({ tx, now }: StaffCtx, row: SheetRow): Promise<Contradiction | undefined> {
  // The columns of this sheet are those of the setting, and each cell was validated.
  const times = row as unknown as MarketClosures;
  const dates = times.holidays.filter(({ pairs }) => !pairs).map(({ date }) => date);
  if (times.weekly.some(({ from, to }) => from === to)) return ['weekly', 'setting_window_empty'];
  if (new Set(dates).size < dates.length) return ['holidays', 'setting_holiday_twice'];
  if (!(await isKnownTimezone(tx, times.timezone))) return ['timezone', 'setting_timezone_unknown'];
  return opensAgain(times, now) ? undefined : ['weekly', 'setting_market_never_opens'];
}

function checkOffer({ now }: StaffCtx, row: SheetRow): Contradiction | undefined {
  if (Number(row.reward) === 0) return ['reward', 'setting_value_missing'];
  if (Number(row.exchange) === 0) return ['exchange', 'setting_value_missing'];
  return row.ends !== null && plainText(row.ends) < londonDay(now) ? ['ends', 'setting_time_passed'] : undefined;
}

async function checkCampaign({ tx, now }: StaffCtx, row: SheetRow): Promise<Contradiction | undefined> {
  // The cells were validated against the choices of the sheet: a currency, and a rail or `exchange`.
  const [currency, value] = [plainText(row.currency) as Currency, plainText(row.value)];
  const isExchange = row.product === 'exchange';
  if (row.pair !== null && (!isExchange || row.pair === currency)) return ['pair', 'setting_pair_only_exchange'];
  const isWaived = row.effect === 'waive';
  if (isWaived && Number(value) > 0) return ['value', 'setting_waive_has_no_value'];
  if (row.effect === 'add' && row.unit === 'pct') return ['unit', 'setting_add_is_fixed'];
  if (!isWaived && Number(value) === 0) return ['value', 'setting_value_missing'];
  if (row.unit === 'pct' && Number(value) > 100) return ['value', 'setting_value_too_large'];
  if (row.unit === 'fixed' && !readAmount(currency, value)) return ['value', 'amount_invalid'];
  if (row.cap !== null && (row.unit === 'fixed' || Number(row.cap) === 0)) return ['cap', 'setting_cap_only_percent'];
  if (row.ends !== null && plainText(row.ends) < londonDay(now)) return ['ends', 'setting_time_passed'];
  const prices = isExchange
    ? await listSettings(tx, priceRule, { sell: currency })
    : await listSettings(tx, feeRule, { rail: row.product as RailName, currency });
  return prices.length > 0 ? undefined : ['currency', 'setting_product_without_currency'];
}

/** Refuses `validation_failed` with the cell. `sent` are the rows as the page sent them, to name their places. */
export async function requireConsistent(
  ctx: StaffCtx,
  { name, sheet }: StoredSheet,
  proposed: readonly ProposedRow[],
  placeOf: (row: SheetRow) => number,
): Promise<void> {
  const check = checks[`${name} ${sheet.key}`];
  const errors: FieldError[] = [];
  for (const each of proposed) {
    const found = await check?.(ctx, each);
    if (!found) continue;
    const [column, code] = found;
    errors.push({ field: cellField(name, sheet, placeOf(each.row), column), code: 'invalid', reason: message(code) });
  }
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
}
