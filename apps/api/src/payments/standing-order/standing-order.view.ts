import type { OccurrenceView, PlannedDate, StandingOrderView } from '@larkmere/contract/payments/standing-order';
import type { StandingOrderFx, StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { defaultText } from '@larkmere/messages/format-message';
import { formatRateFigure } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { type BankAccount, listOwnAccounts } from '../../accounts/bank-account/bank-account.ts';
import { loadRequestSummaries } from '../../approvals/approval/approval.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { type Calendar, loadCalendar } from './calendar.read.ts';
import { failedPaymentStates, type OccurrencePayment, type PaidTotal, sumPaidByOrder } from './due-occurrence.read.ts';
import { forecastShortfalls, type Shortfall } from './forecast-shortfall.ts';
import { isOver } from './order-lifecycle.ts';
import { planDates } from './schedule.ts';
import {
  findOpenOccurrences,
  type OccurrenceRow,
  type OrderRow,
  toCurrencyPair,
  toEnd,
  toRegulatoryInformation,
  toSchedule,
  toState,
} from './standing-order.sql.ts';
import { blockMessage } from './standing-order.ts';

const maxNextDates = 5;

export async function viewStandingOrder(ctx: CustomerCtx, order: OrderRow): Promise<StandingOrderView> {
  const [view] = await viewStandingOrders(ctx, [order]);
  if (!view) throw new Error(`standing order ${order.id} has no view`);
  return view;
}

export async function viewStandingOrders(ctx: CustomerCtx, orders: readonly OrderRow[]): Promise<StandingOrderView[]> {
  const { tx } = ctx;
  const ids = orders.map(({ id }) => id);
  const opens = new Map((await findOpenOccurrences(tx, ids)).map((row) => [row.orderId, row]));
  const sums = new Map((await sumPaidByOrder(tx, ids)).map((sum) => [sum.orderId, sum]));
  const accounts = new Map((await listOwnAccounts(ctx)).map((account) => [account.bankholderId, account]));
  const badges = await loadRequestSummaries(tx, 'standing_order', ids);
  const openIds = [...opens.values()].map(({ id }) => id);
  const dateApprovals = await loadRequestSummaries(tx, 'standing_date', openIds);
  const dates = orders.flatMap((order) => {
    const occurrence = opens.get(order.id);
    return occurrence ? [{ order, occurrence }] : [];
  });
  const uncovered = await forecastShortfalls(ctx, dates);
  const calendars = new Map<string, Calendar>();
  for (const order of orders)
    if (!calendars.has(currencyPairKey(order)))
      calendars.set(currencyPairKey(order), await loadCalendar(tx, toCurrencyPair(order)));
  return orders.map((order) =>
    toView(order, {
      open: opens.get(order.id),
      sum: sums.get(order.id),
      account: accounts.get(order.sourceBankholderId),
      shortfall: uncovered.get(opens.get(order.id)?.id ?? ''),
      calendar: present(calendars.get(currencyPairKey(order)), 'the calendar of a pair'),
      teamApproval: badges.get(order.id) ?? null,
      dateApproval: dateApprovals.get(opens.get(order.id)?.id ?? '') ?? null,
    }),
  );
}

const currencyPairKey = ({ accountCurrency, payeeCurrency }: OrderRow): string => `${accountCurrency} ${payeeCurrency}`;

type ViewContext = Readonly<{
  open: OccurrenceRow | undefined;
  sum: PaidTotal | undefined;
  account: BankAccount | undefined;
  shortfall: Shortfall | undefined;
  calendar: Calendar;
  teamApproval: StandingOrderView['approvalRequest'];
  dateApproval: OccurrenceView['approvalRequest'];
}>;

function toView(order: OrderRow, around: ViewContext): StandingOrderView {
  const { open, sum, account, calendar, teamApproval, dateApproval } = around;
  const state = toState(order);
  const code = order.blockedCode;
  const short = state === 'active' ? around.shortfall : undefined;
  const next = isOver(order) ? undefined : open;
  return {
    uid: order.id,
    reference: order.reference,
    version: order.version,
    state,
    blocked: code && { code, message: blockMessage(code) },
    terms: toTerms(order),
    payee: {
      uid: order.payeeId,
      name: order.payeeName,
      summary: order.payeeSummary,
      currency: order.payeeCurrency,
    },
    source: {
      bankholderid: order.sourceBankholderId,
      currency: order.accountCurrency,
      accountnumber: account?.accountNumber ?? null,
    },
    next: next ? { ...viewOccurrence(order, next), approvalRequest: dateApproval } : null,
    nextDates: next
      ? planDates(toSchedule(order), next.number + 1, maxNextDates, calendar.holidays).map(toPlannedDate)
      : [],
    required: short ? toMoneyView(order.accountCurrency, short.needed) : null,
    shortfall: short ? toMoneyView(order.accountCurrency, short.missing) : null,
    paid: { count: sum?.count ?? 0, total: toMoneyView(order.currency, sum?.totalMinor ?? 0n) },
    approvalRequest: teamApproval,
    createdAt: order.createdAt.toISOString(),
    changedAt: order.changedAt.toISOString(),
  };
}

export const toPlannedDate = ({ day, payDay }: PlannedDate): PlannedDate => ({ day, payDay });

function toMoneyView(currency: Currency, minor: bigint): MoneyView {
  const value = money(currency, minor);
  return { amount: formatAmount(value), currency: value.currency };
}

export function viewOccurrence(order: OrderRow, row: OccurrenceRow, payment?: OccurrencePayment): OccurrenceView {
  const failure = row.failureCode === null ? null : { code: row.failureCode, message: row.failureReason ?? '' };
  return {
    day: row.day,
    payDay: row.payDay,
    state: row.state,
    amount: toMoneyView(order.currency, row.amountMinor),
    reference: row.payeeReference,
    edited: row.edited,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    attempts: row.attempts,
    question:
      row.state === 'held_fx' && row.nextAttemptAt
        ? { rate: heldRateText(order, row), answerBy: row.nextAttemptAt.toISOString() }
        : null,
    failure,
    paymentUid: row.paymentId,
    settledAt: row.settledAt?.toISOString() ?? null,
    approvalRequest: null,
    ...(payment && toPaymentOutcome(payment)),
  };
}

/** Presents a date whose payment awaits approval or was never sent as due or failed. */
function toPaymentOutcome({ state, reason }: OccurrencePayment): Partial<OccurrenceView> {
  if (state === 'awaiting_approval')
    return {
      state: 'due',
      failure: { code: state, message: defaultText('standing_order_date_awaiting_approval') },
    };
  if (!failedPaymentStates.includes(state)) return {};
  return { state: 'failed', failure: { code: state, message: reason ?? defaultText('standing_order_date_not_sent') } };
}

export const toTerms = (order: OrderRow): StandingOrderTerms => ({
  sourceBankholderId: order.sourceBankholderId,
  payeeUid: order.payeeId,
  payeeVersion: order.payeeVersion,
  amount: formatAmount(money(order.currency, order.amountMinor)),
  currency: order.currency,
  ...(order.chargeType !== null && { chargeType: order.chargeType }),
  ...(order.amountSide !== null && { fx: toFxTerms(order) }),
  ...(order.topUpBankholderId !== null && { topUp: toTopUpTerms(order) }),
  ...toRegulatoryInformation(order),
  reference: order.payeeReference,
  frequency: order.frequency,
  startDate: order.startDate,
  end: toEnd(order),
  nonWorkingDay: order.nonWorkingDay,
  warnDaysBefore: order.warningDays,
});

const toFxTerms = ({ amountSide, floorRate, onBreach, maxMinor, accountCurrency }: OrderRow): StandingOrderFx => ({
  amountSide: present(amountSide, 'the amount side'),
  floorRate: floorRate === null ? null : trimRate(floorRate),
  onBreach: present(onBreach, 'what to do below the rate'),
  maxDebit: maxMinor === null ? null : formatAmount(money(accountCurrency, maxMinor)),
});

const toTopUpTerms = ({ topUpBankholderId, topUpCurrency, topUpFloorRate }: OrderRow) => ({
  from: topUpBankholderId ?? '',
  currency: present(topUpCurrency, 'the currency of a top-up'),
  floorRate: topUpFloorRate === null ? null : trimRate(topUpFloorRate),
});

function heldRateText({ accountCurrency, payeeCurrency }: OrderRow, { heldRate }: OccurrenceRow): string {
  const rate = readRate(accountCurrency, payeeCurrency, heldRate ?? '');
  return rate ? formatRateFigure(rate) : '';
}

const trimRate = (text: string): string => text.replace(/(\.\d{4}\d*?)0+$/, '$1');
