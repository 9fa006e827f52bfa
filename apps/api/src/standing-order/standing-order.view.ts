import type { MoneyView } from '@larkmere/contract/fields';
import type { ChargeType } from '@larkmere/contract/global-payment';
import type { OccurrenceView, PlannedDate, StandingOrderView } from '@larkmere/contract/standing-order';
import type { OccurrenceState, StandingFx, StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { rateFigure } from '@larkmere/money/rate-text';
import { accountsOf, type BankAccount } from '../bank-account/bank-account.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { badgesOf } from '../team-approval/team-approval.ts';
import { type Calendar, calendarOf } from './calendar.read.ts';
import { cameToNothing, type PaidBy, type PaidSum, paidSums } from './paid-by.read.ts';
import { nextDates } from './schedule.ts';
import { type OccurrenceRow, type OrderRow, openOccurrencesOf } from './standing-order.sql.ts';
import { type BlockCode, betweenOf, blockText, endOf, isOver, saidOf, scheduleOf, stateOf } from './standing-order.ts';
import { type Shortfall, uncoveredFor } from './uncovered.ts';

const datesShown = 5;

export async function viewOne(ctx: CustomerCtx, order: OrderRow): Promise<StandingOrderView> {
  const [view] = await viewAll(ctx, [order]);
  if (!view) throw new Error(`standing order ${order.id} has no view`);
  return view;
}

export async function viewAll(ctx: CustomerCtx, orders: readonly OrderRow[]): Promise<StandingOrderView[]> {
  const { tx, actor } = ctx;
  const ids = orders.map(({ id }) => id);
  const opens = new Map((await openOccurrencesOf(tx, ids)).map((row) => [row.order_id, row]));
  const sums = new Map((await paidSums(tx, ids)).map((sum) => [sum.orderId, sum]));
  const accounts = new Map((await accountsOf(tx, actor.customerId)).map((account) => [account.bankholderId, account]));
  const badges = await badgesOf(tx, 'standing_order', ids);
  const openIds = [...opens.values()].map(({ id }) => id);
  const asked = await badgesOf(tx, 'standing_date', openIds);
  const dates = orders.flatMap((order) => {
    const occurrence = opens.get(order.id);
    return occurrence ? [{ order, occurrence }] : [];
  });
  const uncovered = await uncoveredFor(ctx, dates);
  const calendars = new Map<string, Calendar>();
  for (const order of orders)
    if (!calendars.has(pairOf(order))) calendars.set(pairOf(order), await calendarOf(tx, betweenOf(order)));
  return orders.map((order) =>
    viewOf(order, {
      open: opens.get(order.id),
      sum: sums.get(order.id),
      account: accounts.get(order.source_bankholder_id),
      shortfall: uncovered.get(opens.get(order.id)?.id ?? ''),
      calendar: calendars.get(pairOf(order)) as Calendar,
      teamApproval: badges.get(order.id) ?? null,
      dateApproval: asked.get(opens.get(order.id)?.id ?? '') ?? null,
    }),
  );
}

const pairOf = ({ account_currency, payee_currency }: OrderRow): string => `${account_currency} ${payee_currency}`;

type Around = Readonly<{
  open: OccurrenceRow | undefined;
  sum: PaidSum | undefined;
  account: BankAccount | undefined;
  shortfall: Shortfall | undefined;
  calendar: Calendar;
  teamApproval: StandingOrderView['teamApproval'];
  dateApproval: OccurrenceView['teamApproval'];
}>;

function viewOf(order: OrderRow, around: Around): StandingOrderView {
  const { open, sum, account, calendar, teamApproval, dateApproval } = around;
  const state = stateOf(order);
  const code = order.blocked_code as BlockCode | null;
  const short = state === 'active' ? around.shortfall : undefined;
  const next = isOver(state) ? undefined : open;
  return {
    uid: order.id,
    reference: order.reference,
    version: order.version,
    state,
    blocked: code && { code, message: blockText(code) },
    terms: termsOf(order),
    payee: {
      uid: order.payee_id,
      name: order.payee_name,
      summary: order.payee_summary,
      currency: order.payee_currency as Currency,
    },
    source: {
      bankholderid: order.source_bankholder_id,
      currency: order.account_currency as Currency,
      accountnumber: account?.accountNumber ?? null,
    },
    next: next ? { ...viewOccurrence(order, next), teamApproval: dateApproval } : null,
    nextDates: next ? nextDates(scheduleOf(order), next.number + 1, datesShown, calendar.holidays).map(wireDate) : [],
    needed: short ? wireMinor(order.account_currency, short.needed) : null,
    missing: short ? wireMinor(order.account_currency, short.missing) : null,
    paid: { count: sum?.count ?? 0, total: wireMinor(order.currency, sum?.totalMinor ?? 0n) },
    teamApproval,
    createdAt: order.created_at.toISOString(),
    changedAt: order.changed_at.toISOString(),
  };
}

export const wireDate = ({ day, payDay }: PlannedDate): PlannedDate => ({ day, payDay });

function wireMinor(currency: string, minor: bigint): MoneyView {
  const value = money(currency as Currency, minor);
  return { amount: formatAmount(value), currency: value.currency };
}

export function viewOccurrence(order: OrderRow, row: OccurrenceRow, payment?: PaidBy): OccurrenceView {
  const why = row.why_code === null ? null : { code: row.why_code, message: row.why ?? '' };
  return {
    day: row.day,
    payDay: row.pay_day,
    state: row.state as OccurrenceState,
    amount: wireMinor(order.currency, row.amount_minor),
    reference: row.payee_reference,
    edited: row.edited,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    attempts: row.attempts,
    question:
      row.state === 'held_fx' && row.next_try_at
        ? { rate: askedRate(order, row), answerBy: row.next_try_at.toISOString() }
        : null,
    why,
    paymentUid: row.payment_id,
    settledAt: row.settled_at?.toISOString() ?? null,
    teamApproval: null,
    ...(payment && outcomeOf(payment)),
  };
}

/** Presents a date whose payment awaits approval or was never sent as due or failed. */
function outcomeOf({ state, reason }: PaidBy): Partial<OccurrenceView> {
  if (state === 'awaiting_approval')
    return {
      state: 'due',
      why: { code: state, message: 'Somebody of your team who did not make this payment has to approve it.' },
    };
  if (!cameToNothing.includes(state)) return {};
  return { state: 'failed', why: { code: state, message: reason ?? 'Nothing was sent.' } };
}

export const termsOf = (order: OrderRow): StandingOrderTerms => ({
  sourceBankholderId: order.source_bankholder_id,
  payeeUid: order.payee_id,
  payeeVersion: order.payee_version,
  amount: formatAmount(money(order.currency as Currency, order.amount_minor)),
  currency: order.currency as Currency,
  ...(order.charge_type !== null && { chargeType: order.charge_type as ChargeType }),
  ...(order.amount_side !== null && { fx: fxOf(order) }),
  ...(order.top_up_bankholder_id !== null && { topUp: topUpOf(order) }),
  ...saidOf(order),
  reference: order.payee_reference,
  frequency: order.frequency as StandingOrderTerms['frequency'],
  startDate: order.start_date,
  end: endOf(order),
  nonWorkingDay: order.non_working_day as StandingOrderTerms['nonWorkingDay'],
  warnDaysBefore: order.warn_days,
});

const fxOf = ({ amount_side, floor_rate, on_breach, most_minor, account_currency }: OrderRow): StandingFx => ({
  amountSide: amount_side as StandingFx['amountSide'],
  floorRate: floor_rate === null ? null : shownRate(floor_rate),
  onBreach: on_breach as StandingFx['onBreach'],
  most: most_minor === null ? null : formatAmount(money(account_currency as Currency, most_minor)),
});

const topUpOf = ({ top_up_bankholder_id, top_up_currency, top_up_floor }: OrderRow) => ({
  from: top_up_bankholder_id ?? '',
  currency: top_up_currency as Currency,
  floorRate: top_up_floor === null ? null : shownRate(top_up_floor),
});

function askedRate({ account_currency, payee_currency }: OrderRow, { asked_rate }: OccurrenceRow): string {
  const rate = readRate(account_currency as Currency, payee_currency as Currency, asked_rate ?? '');
  return rate ? rateFigure(rate) : '';
}

const shownRate = (text: string): string => text.replace(/(\.\d{4}\d*?)0+$/, '$1');
