import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import type { Money } from '@larkmere/money/money';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { requireSwift } from '../customer/customer.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Payee, requireUsablePayee } from '../payee/payee.ts';
import { requireBackgroundOf, requirePayeeReference, requirePayerAddress, wayToPayee } from '../payment/payment.ts';
import { type Calendar, calendarOf, isReckoned } from './calendar.read.ts';
import { type Day, daysLater } from './day.ts';
import { dayThere } from './local-time.ts';
import { exchangeColumns, topUpColumns } from './read-exchange.ts';
import { firstDay, plannedDate } from './schedule.ts';
import { type OrderColumns, type OrderRow, settingInForce } from './standing-order.sql.ts';
import type { PayerCtx } from './standing-order.ts';
import { requireSum, wrong } from './terms-fault.ts';
import { exactAllowed, type Reach, reachOf } from './way.ts';

type Columns = Omit<
  OrderColumns,
  'id' | 'reference' | 'customer_id' | 'person_id' | 'version' | 'state' | 'created_at' | 'changed_at'
>;

const noWay = 'Standing orders do not reach this payee yet. Nothing was set up.';

/**
 * Dates continue from `before` while frequency and start stay the same. Throws `not_found`, `account_not_usable`,
 * `payee_changed`, `payee_not_approved`, `payer_address_missing`, `unsupported_destination`, `swift_not_enabled`,
 * `amount_invalid`, `reference_invalid`, `regulatory_information_missing` and `validation_failed` with the field.
 */
export async function readTerms(
  ctx: PayerCtx,
  terms: StandingOrderTerms,
  before?: OrderRow,
  saidAt: Date = ctx.now,
): Promise<Columns> {
  const { end } = terms;
  const account = await requireOwnAccount(ctx, terms.sourceBankholderId);
  if (account.status !== 'active') throw new Refusal('account_not_usable');
  const payee = await requireUsablePayee(ctx, terms.payeeUid, terms.payeeVersion);
  const reach = await requireReach(ctx, terms, account, payee);
  const exchange = await exchangeColumns(ctx, terms, { from: account.currency, to: payee.currency });
  const amount = requireSum(terms.currency, terms.amount);
  await requireBackgroundOf(ctx, { ...terms, currency: payee.currency, abroad: reach === 'abroad' });
  if (terms.nonWorkingDay === 'exact' && !(await mayBeExact(ctx, reach, account, amount)))
    throw wrong('nonWorkingDay', 'Choose the working day before or after');
  const columns = {
    source_bankholder_id: account.bankholderId,
    payee_id: payee.id,
    payee_version: payee.version,
    payee_name: payee.name,
    payee_summary: payee.summary,
    currency: terms.currency,
    account_currency: account.currency,
    payee_currency: payee.currency,
    charge_type: terms.chargeType ?? null,
    ...exchange,
    ...(await topUpColumns(ctx, terms, account)),
    amount_minor: amount.minor,
    payee_reference: requirePayeeReference(reach === 'abroad' ? 'abroad' : homeCurrency(payee), terms.reference),
    frequency: terms.frequency,
    start_date: terms.startDate,
    first_day: before?.first_day ?? terms.startDate,
    end_date: end.kind === 'date' ? end.date : null,
    end_count: end.kind === 'count' ? end.count : null,
    non_working_day: terms.nonWorkingDay,
    warn_days: terms.warnDaysBefore,
    ...saidColumns(terms, before, saidAt),
  };
  if (before && goesOn(before, terms)) return columns;
  const calendar = await calendarOf(ctx.tx, { account: account.currency, payee: payee.currency });
  return { ...columns, first_day: await requireFirstDay(ctx, terms, calendar) };
}

/** A confirmed scam warning stays valid while the payee is the same. */
function saidColumns({ payeeUid, ...said }: StandingOrderTerms, before: OrderRow | undefined, at: Date) {
  const { warning_code = null, warned_at = null } = before?.payee_id === payeeUid ? before : {};
  return {
    note: said.note?.trim() || null,
    purpose: said.purposeCode ?? null,
    source_of_funds: said.sourceOfFunds ?? null,
    relationship: said.relationship ?? null,
    warning_code: said.warning ?? warning_code,
    warned_at: said.warning && said.warning !== warning_code ? at : warned_at,
  };
}

async function requireReach(
  ctx: PayerCtx,
  { chargeType }: StandingOrderTerms,
  account: BankAccount,
  payee: Payee,
): Promise<Reach> {
  const reach = reachOf(payee.type);
  if (!reach || !isReckoned(payee.currency)) throw new Refusal('payee_not_approved', { message: noWay });
  if ((reach === 'abroad') !== (chargeType !== undefined))
    throw wrong('chargeType', reach === 'abroad' ? 'Choose who bears the charges' : 'There are no such charges here');
  if (reach === 'home' && account.currency !== payee.currency) {
    const message = `This payee is paid out of an account in ${payee.currency}. Nothing was set up.`;
    throw new Refusal('account_not_usable', { message });
  }
  if (reach === 'abroad') {
    if (account.vendorType === 'ifx') throw new Refusal('account_not_usable');
    const { rail } = wayToPayee(payee.type, { chargeType: chargeType ?? 'SHA' });
    if (rail === 'swift') await requireSwift(ctx.tx, ctx.actor.customerId);
    await requirePayerAddress(ctx, ctx.actor);
  }
  return reach;
}

const homeCurrency = ({ currency }: Payee) => currency as 'GBP' | 'EUR' | 'THB';

export const mayBeExact = (
  { tx, actor }: PayerCtx,
  reach: Reach,
  { vendorType }: BankAccount,
  amount: Money,
): Promise<boolean> => exactAllowed(tx, reach, { tier: actor.userType, vendorType, amount });

export const goesOn = (before: OrderRow, { frequency, startDate }: StandingOrderTerms): boolean =>
  before.frequency === frequency && before.start_date === startDate;

async function requireFirstDay(ctx: PayerCtx, terms: StandingOrderTerms, calendar: Calendar): Promise<Day> {
  const { max_days_ahead } = await settingInForce(ctx.tx, ctx.now);
  const { frequency, startDate, end, nonWorkingDay } = terms;
  const { holidays } = calendar;
  const earliest = earliestDay(ctx.now, calendar);
  if (startDate < earliest) throw wrong('startDate', `The first date can be ${earliest} at the earliest`);
  if (startDate > daysLater(earliest, max_days_ahead)) throw wrong('startDate', 'Choose a date within two years');
  if (end.kind === 'date' && end.date < startDate) throw wrong('end', 'The end comes before the first date');
  const first = firstDay({ frequency, startDate }, holidays);
  const date = plannedDate({ frequency, first, end, nonWorkingDay }, 0, holidays);
  if (!date) throw wrong('end', 'There is no date before this end');
  if (date.payDay < earliest) throw wrong('startDate', `The working day before is ${date.payDay}: choose a later date`);
  return first;
}

export const earliestDay = (now: Date, { zone }: Pick<Calendar, 'zone'>): Day => daysLater(dayThere(now, zone), 1);
