import type { MoneyView } from '@larkmere/contract/fields';
import type { OccurrenceView, PlannedDate, StandingOrderView } from '@larkmere/contract/standing-order';
import type { OccurrenceState, StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { accountsOf, type BankAccount } from '../bank-account/bank-account.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { type Calendar, calendarOf } from './calendar.read.ts';
import { nextDates } from './schedule.ts';
import { missingFor } from './shortfall.read.ts';
import { type OccurrenceRow, type OrderRow, openOccurrencesOf, type PaidSum, paidSums } from './standing-order.sql.ts';
import { type BlockCode, blockText, endOf, isOver, scheduleOf, stateOf } from './standing-order.ts';

const datesShown = 5;

export async function viewOne(ctx: CustomerCtx, order: OrderRow): Promise<StandingOrderView> {
  const [view] = await viewAll(ctx, [order]);
  if (!view) throw new Error(`standing order ${order.id} has no view`);
  return view;
}

/** Orders as their customer sees them, each with its next dates, what it has paid, and what is missing for the next date. */
export async function viewAll(ctx: CustomerCtx, orders: readonly OrderRow[]): Promise<StandingOrderView[]> {
  const { tx, actor } = ctx;
  const ids = orders.map(({ id }) => id);
  const opens = new Map((await openOccurrencesOf(tx, ids)).map((row) => [row.order_id, row]));
  const sums = new Map((await paidSums(tx, ids)).map((sum) => [sum.orderId, sum]));
  const accounts = new Map((await accountsOf(tx, actor.customerId)).map((account) => [account.bankholderId, account]));
  const missing = await missingFor(
    tx,
    [...opens.values()].map(({ id }) => id),
  );
  const calendars = new Map<string, Calendar>();
  for (const { currency } of orders)
    if (!calendars.has(currency)) calendars.set(currency, await calendarOf(tx, currency));
  return orders.map((order) =>
    viewOf(order, {
      open: opens.get(order.id),
      sum: sums.get(order.id),
      account: accounts.get(order.source_bankholder_id),
      missing: missing.get(opens.get(order.id)?.id ?? ''),
      calendar: calendars.get(order.currency) as Calendar,
    }),
  );
}

type Around = Readonly<{
  open: OccurrenceRow | undefined;
  sum: PaidSum | undefined;
  account: BankAccount | undefined;
  missing: bigint | undefined;
  calendar: Calendar;
}>;

function viewOf(order: OrderRow, { open, sum, account, missing, calendar }: Around): StandingOrderView {
  const state = stateOf(order);
  const code = order.blocked_code as BlockCode | null;
  const next = isOver(state) ? undefined : open;
  return {
    uid: order.id,
    reference: order.reference,
    version: order.version,
    state,
    blocked: code && { code, message: blockText(code) },
    terms: termsOf(order),
    payee: { uid: order.payee_id, name: order.payee_name, summary: order.payee_summary },
    source: {
      bankholderid: order.source_bankholder_id,
      currency: order.currency as Currency,
      accountnumber: account?.accountNumber ?? null,
    },
    next: next ? viewOccurrence(order, next) : null,
    nextDates: next ? nextDates(scheduleOf(order), next.number + 1, datesShown, calendar.holidays).map(wireDate) : [],
    missing: state === 'active' && missing !== undefined ? wireMinor(order, missing) : null,
    paid: { count: sum?.count ?? 0, total: wireMinor(order, sum?.totalMinor ?? 0n) },
    createdAt: order.created_at.toISOString(),
    changedAt: order.changed_at.toISOString(),
  };
}

export const wireDate = ({ day, payDay }: PlannedDate): PlannedDate => ({ day, payDay });

function wireMinor({ currency }: OrderRow, minor: bigint): MoneyView {
  const value = money(currency as Currency, minor);
  return { amount: formatAmount(value), currency: value.currency };
}

export function viewOccurrence(order: OrderRow, row: OccurrenceRow): OccurrenceView {
  return {
    day: row.day,
    payDay: row.pay_day,
    state: row.state as OccurrenceState,
    amount: wireMinor(order, row.amount_minor),
    reference: row.payee_reference,
    edited: row.edited,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    attempts: row.attempts,
    why: row.why_code === null ? null : { code: row.why_code, message: row.why ?? '' },
    paymentUid: row.payment_id,
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

/** The terms of an order as they were sent. */
export const termsOf = (order: OrderRow): StandingOrderTerms => ({
  sourceBankholderId: order.source_bankholder_id,
  payeeUid: order.payee_id,
  payeeVersion: order.payee_version,
  amount: formatAmount(money(order.currency as Currency, order.amount_minor)),
  currency: order.currency as Currency,
  reference: order.payee_reference,
  frequency: order.frequency as StandingOrderTerms['frequency'],
  startDate: order.start_date,
  end: endOf(order),
  nonWorkingDay: order.non_working_day as StandingOrderTerms['nonWorkingDay'],
  warnDaysBefore: order.warn_days,
});
