import { PaymentReference } from '@larkmere/contract/send-payment';
import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { isPositive, readAmount } from '@larkmere/money/money';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { requireUsablePayee } from '../payee/payee.ts';
import { type Calendar, calendarOf } from './calendar.read.ts';
import { type Day, daysLater } from './day.ts';
import { dayThere } from './local-time.ts';
import { firstDay, plannedDate } from './schedule.ts';
import { type OrderColumns, type OrderRow, settingInForce } from './standing-order.sql.ts';
import { wayTo } from './way.ts';

type Columns = Omit<
  OrderColumns,
  'id' | 'reference' | 'customer_id' | 'person_id' | 'version' | 'state' | 'created_at' | 'changed_at'
>;

const noWay = 'Standing orders do not reach this payee yet. Nothing was set up.';

const wrong = (field: string, message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.${field}`, code: 'invalid', message }] });

/**
 * What was asked for as an order keeps it. With the order that it changes, dates that stay the same go on where they are.
 * Refuses `not_found`, `account_not_usable`, `payee_changed`, `payee_not_approved`, `amount_invalid`, `reference_invalid`,
 * and `validation_failed` naming the field that does not fit.
 */
export async function readTerms(ctx: CustomerCtx, terms: StandingOrderTerms, before?: OrderRow): Promise<Columns> {
  const { currency, end } = terms;
  const account = await requireOwnAccount(ctx, terms.sourceBankholderId);
  if (account.currency !== currency || account.status !== 'active') throw new Refusal('account_not_usable');
  const payee = await requireUsablePayee(ctx, terms.payeeUid, terms.payeeVersion);
  if (!wayTo(payee)) throw new Refusal('payee_not_approved', { message: noWay });
  if (payee.currency !== currency) throw new Refusal('account_not_usable');
  const columns = {
    source_bankholder_id: account.bankholderId,
    payee_id: payee.id,
    payee_version: payee.version,
    payee_name: payee.name,
    payee_summary: payee.summary,
    currency,
    amount_minor: requireSum(terms.currency, terms.amount),
    payee_reference: requireReference(terms.reference),
    frequency: terms.frequency,
    start_date: terms.startDate,
    first_day: before?.first_day ?? terms.startDate,
    end_date: end.kind === 'date' ? end.date : null,
    end_count: end.kind === 'count' ? end.count : null,
    non_working_day: terms.nonWorkingDay,
    warn_days: terms.warnDaysBefore,
  };
  if (before && goesOn(before, terms)) return columns;
  return { ...columns, first_day: await requireFirstDay(ctx, terms) };
}

/** The dates are counted as before: only what is paid, or until when, is another. */
export const goesOn = (before: OrderRow, { frequency, startDate }: StandingOrderTerms): boolean =>
  before.frequency === frequency && before.start_date === startDate;

async function requireFirstDay(ctx: CustomerCtx, terms: StandingOrderTerms): Promise<Day> {
  const { max_days_ahead } = await settingInForce(ctx.tx, ctx.now);
  const { frequency, startDate, end, nonWorkingDay } = terms;
  const { zone, holidays, worksDaily } = await calendarOf(ctx.tx, terms.currency);
  if (nonWorkingDay === 'exact' && !worksDaily) throw wrong('nonWorkingDay', 'Choose the working day before or after');
  const earliest = earliestDay(ctx.now, { zone });
  if (startDate < earliest) throw wrong('startDate', `The first date can be ${earliest} at the earliest`);
  if (startDate > daysLater(earliest, max_days_ahead)) throw wrong('startDate', 'Choose a date within two years');
  if (end.kind === 'date' && end.date < startDate) throw wrong('end', 'The end comes before the first date');
  const first = firstDay({ frequency, startDate }, holidays);
  const date = plannedDate({ frequency, first, end, nonWorkingDay }, 0, holidays);
  if (!date) throw wrong('end', 'There is no date before this end');
  if (date.payDay < earliest) throw wrong('startDate', `The working day before is ${date.payDay}: choose a later date`);
  return first;
}

/** Tomorrow, by the calendars of the rail. */
export const earliestDay = (now: Date, { zone }: Pick<Calendar, 'zone'>): Day => daysLater(dayThere(now, zone), 1);

/** Refuses with `amount_invalid` what is not a positive amount of the currency. */
export function requireSum(currency: StandingOrderTerms['currency'], text: string): bigint {
  const amount = readAmount(currency, text);
  if (amount && isPositive(amount)) return amount.minor;
  throw new Refusal('amount_invalid', {
    errors: [{ field: 'terms.amount', code: 'amount_invalid', message: 'Enter an amount above zero, such as 25.00' }],
  });
}

/** Refuses with `reference_invalid` what the rail cannot carry. */
export function requireReference(text: string): string {
  const read = PaymentReference.safeParse(text);
  if (!read.success) throw new Refusal('reference_invalid');
  return read.data;
}
