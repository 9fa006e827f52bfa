import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { message } from '@larkmere/messages/message';
import type { Money } from '@larkmere/money/money';
import { type BankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { requireSwift } from '../../customers/customer/customer.ts';
import { type Payee, requirePayableSavedPayee } from '../../payees/payee/payee.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { requirePayeeReference, requireRecurringRegulatoryInformation } from '../initiation/initiation.ts';
import { requirePayerAddress } from '../payment/payment.ts';
import { crossBorderRoute } from '../pricing/pricing.ts';
import { type Calendar, hasCalendar, loadCalendar } from './calendar.read.ts';
import { toExchangeColumns, toTopUpColumns } from './exchange-terms.ts';
import { findRouteScope, type RouteScope, supportsExactDay } from './payment-route.ts';
import { addDays, type Day, findPlannedDate, firstDay, localDay } from './schedule.ts';
import { standingOrderSetting } from './standing-order.settings.ts';
import type { OrderColumns, OrderRow } from './standing-order.sql.ts';
import type { PayerCtx } from './standing-order.ts';
import { requireTermsAmount, termsError } from './terms-error.ts';

type TermsColumns = Omit<
  OrderColumns,
  'id' | 'reference' | 'customerId' | 'userId' | 'version' | 'state' | 'createdAt' | 'changedAt'
>;

/**
 * Dates continue from `before` while frequency and start stay the same. Throws `not_found`, `account_not_usable`,
 * `payee_changed`, `payee_not_approved`, `payer_address_missing`, `unsupported_destination`, `swift_not_enabled`,
 * `amount_invalid`, `reference_invalid`, `regulatory_information_missing` and `validation_failed` with the field.
 */
export async function validateTerms(
  ctx: PayerCtx,
  terms: StandingOrderTerms,
  before?: OrderRow,
  statedAt: Date = ctx.now,
): Promise<TermsColumns> {
  const { end } = terms;
  const account = await requireOwnAccount(ctx, terms.sourceBankholderId);
  if (account.status !== 'active') throw new Refusal('account_not_usable');
  const payee = await requirePayableSavedPayee(ctx, terms.payeeUid, terms.payeeVersion);
  const reach = await requireRouteScope(ctx, terms, account, payee);
  const exchange = await toExchangeColumns(ctx, terms, { from: account.currency, to: payee.currency });
  const amount = requireTermsAmount(terms.currency, terms.amount);
  await requireRecurringRegulatoryInformation(ctx, { ...terms, currency: payee.currency, abroad: reach === 'abroad' });
  if (terms.nonWorkingDay === 'exact' && !(await isExactDayAllowed(ctx, reach, account, amount)))
    throw termsError('nonWorkingDay', message('non_working_day_required'));
  const columns = {
    sourceBankholderId: account.bankholderId,
    payeeId: payee.id,
    payeeVersion: payee.version,
    payeeName: payee.name,
    payeeSummary: payee.summary,
    currency: terms.currency,
    accountCurrency: account.currency,
    payeeCurrency: payee.currency,
    chargeType: terms.chargeType ?? null,
    ...exchange,
    ...(await toTopUpColumns(ctx, terms, account)),
    amountMinor: amount.minor,
    payeeReference: requirePayeeReference(reach === 'abroad' ? 'abroad' : domesticCurrency(payee), terms.reference),
    frequency: terms.frequency,
    startDate: terms.startDate,
    firstDay: before?.firstDay ?? terms.startDate,
    endDate: end.kind === 'date' ? end.date : null,
    endCount: end.kind === 'count' ? end.count : null,
    nonWorkingDay: terms.nonWorkingDay,
    warningDays: terms.warnDaysBefore,
    ...regulatoryColumns(terms, before, statedAt),
  };
  if (before && hasSameSchedule(before, terms)) return columns;
  const calendar = await loadCalendar(ctx.tx, { account: account.currency, payee: payee.currency });
  return { ...columns, firstDay: await requireFirstDay(ctx, terms, calendar) };
}

/** A confirmed scam warning stays valid while the payee is the same. */
function regulatoryColumns({ payeeUid, ...terms }: StandingOrderTerms, before: OrderRow | undefined, at: Date) {
  const { warningCode = null, warnedAt = null } = before?.payeeId === payeeUid ? before : {};
  return {
    note: terms.note?.trim() || null,
    purpose: terms.purposeCode ?? null,
    sourceOfFunds: terms.sourceOfFunds ?? null,
    relationship: terms.relationship ?? null,
    warningCode: terms.warning ?? warningCode,
    warnedAt: terms.warning && terms.warning !== warningCode ? at : warnedAt,
  };
}

async function requireRouteScope(
  ctx: PayerCtx,
  { chargeType }: StandingOrderTerms,
  account: BankAccount,
  payee: Payee,
): Promise<RouteScope> {
  const reach = findRouteScope(payee.type);
  if (!reach || !hasCalendar(payee.currency))
    throw new Refusal('payee_not_approved', { reason: message('standing_order_payee_unsupported') });
  if ((reach === 'abroad') !== (chargeType !== undefined))
    throw termsError('chargeType', message(reach === 'abroad' ? 'charge_bearer_required' : 'charge_bearer_not_needed'));
  if (reach === 'home' && account.currency !== payee.currency) {
    const reason = message('standing_order_account_currency', { currency: payee.currency });
    throw new Refusal('account_not_usable', { reason });
  }
  if (reach === 'abroad') {
    if (account.vendorType === 'ifx') throw new Refusal('account_not_usable');
    const { rail } = crossBorderRoute(payee.type, { chargeType: chargeType ?? 'SHA' });
    if (rail === 'swift') await requireSwift(ctx.tx, ctx.actor.customerId);
    await requirePayerAddress(ctx, ctx.actor);
  }
  return reach;
}

const domesticCurrency = ({ currency }: Payee) => currency as 'GBP' | 'EUR' | 'THB';

export const isExactDayAllowed = (
  { tx, actor }: PayerCtx,
  reach: RouteScope,
  { vendorType }: BankAccount,
  amount: Money,
): Promise<boolean> => supportsExactDay(tx, reach, { tier: actor.userType, vendorType, amount });

export const hasSameSchedule = (before: OrderRow, { frequency, startDate }: StandingOrderTerms): boolean =>
  before.frequency === frequency && before.startDate === startDate;

async function requireFirstDay(ctx: PayerCtx, terms: StandingOrderTerms, calendar: Calendar): Promise<Day> {
  const { maxDaysAhead } = await requireSetting(ctx.tx, standingOrderSetting, {}, ctx.now);
  const { frequency, startDate, end, nonWorkingDay } = terms;
  const { holidays } = calendar;
  const earliest = earliestDay(ctx.now, calendar);
  if (startDate < earliest) throw termsError('startDate', message('standing_order_date_too_early', { earliest }));
  if (startDate > addDays(earliest, maxDaysAhead)) throw termsError('startDate', message('start_date_too_far'));
  if (end.kind === 'date' && end.date < startDate) throw termsError('end', message('end_date_before_first_payment'));
  const first = firstDay({ frequency, startDate }, holidays);
  const date = findPlannedDate({ frequency, firstDay: first, end, nonWorkingDay }, 0, holidays);
  if (!date) throw termsError('end', message('standing_order_no_dates_left'));
  if (date.payDay < earliest)
    throw termsError('startDate', message('start_date_working_day_before', { payDay: date.payDay }));
  return first;
}

export const earliestDay = (now: Date, { zone }: Pick<Calendar, 'zone'>): Day => addDays(localDay(now, zone), 1);
