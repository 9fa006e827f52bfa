import type { MoneyView } from '@larkmere/contract/platform/fields';
import type { AccountId } from '@larkmere/ledger/types';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { type Principal, payerFor } from '../../customers/customer/customer.ts';
import { requireTradingPermission, spotPrice } from '../../fx/conversion/conversion.ts';
import { withBatch } from '../../platform/batching/group-commit.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { calculatePrice } from '../pricing/pricing.ts';
import { toEventDetails } from './close-occurrence.ts';
import {
  listUpcomingOccurrences,
  loadAvailable,
  loadPayeesAndAccounts,
  type PayeeAndAccount,
  type UpcomingOccurrence,
} from './due-occurrence.read.ts';
import { toExchangeRequest } from './pay-cross-currency.ts';
import { crossBorderRoute, domesticRoute } from './payment-route.ts';
import {
  type OrderOccurrence,
  requireExchangeApproved,
  requireRateFloor,
  requireTopUpAccounts,
  toQuoteRequest,
} from './plan-top-up.ts';
import { claimForWarning, findOrders, makerKey, makerOf } from './standing-order.sql.ts';
import { standingOrderUpdated } from './standing-order.ts';

type RemainingByAccount = Map<AccountId, bigint>;

export type Shortfall = Readonly<{ needed: bigint; missing: bigint }>;

/**
 * Counts all orders of a customer together, day by day, so that money assigned to one date or top-up is not counted
 * again. Dates without a shortfall are absent.
 */
export async function forecastShortfalls(ctx: Ctx, dates: readonly OrderOccurrence[]): Promise<Map<string, Shortfall>> {
  const found = new Map<string, Shortfall>();
  const occurrenceIds = new Set(dates.map(({ occurrence }) => occurrence.id));
  const until = dates
    .map(({ occurrence }) => occurrence.payDay)
    .toSorted()
    .at(-1);
  if (until === undefined) return found;
  const ahead = await listUpcomingOccurrences(ctx.tx, [...new Set(dates.map(({ order }) => order.customerId))], until);
  const left = await loadAvailable(
    ctx.tx,
    ahead.map(({ account }) => account),
  );
  const needs = await forecastDebits(ctx, ahead);
  const needOf = ({ occurrence }: UpcomingOccurrence): bigint => needs.get(occurrence.id) ?? occurrence.amountMinor;
  for (const day of Map.groupBy(ahead, ({ occurrence }) => occurrence.payDay).values()) {
    for (const date of day) deduct(left, date.account, needOf(date));
    for (const date of await applyTopUps(ctx, left, day, needOf)) {
      const missing = -(left.get(date.account) ?? 0n);
      if (missing > 0n && occurrenceIds.has(date.occurrence.id))
        found.set(date.occurrence.id, { needed: needOf(date), missing });
    }
  }
  return found;
}

type DebitOf = (date: UpcomingOccurrence) => bigint;

const deduct = (left: RemainingByAccount, account: AccountId, minor: bigint): RemainingByAccount =>
  left.set(account, (left.get(account) ?? 0n) - minor);

async function applyTopUps(
  ctx: Ctx,
  left: RemainingByAccount,
  day: readonly UpcomingOccurrence[],
  needOf: DebitOf,
): Promise<UpcomingOccurrence[]> {
  const others: UpcomingOccurrence[] = [];
  for (const date of day) if (!(await applyTopUp(ctx, left, date, needOf(date)))) others.push(date);
  return others;
}

async function applyTopUp(
  ctx: Ctx,
  left: RemainingByAccount,
  date: UpcomingOccurrence,
  need: bigint,
): Promise<boolean> {
  const { order, occurrence, account } = date;
  const short = -(left.get(account) ?? 0n);
  if (short <= 0n || order.topUpBankholderId === null || occurrence.toppedUpAt !== null) return false;
  const missing = money(order.accountCurrency, short < need ? short : need);
  const sale = await findTopUpDebit(ctx, date, missing);
  if (!sale) return false;
  const has = left.get(sale.from) ?? (await loadAvailable(ctx.tx, [sale.from])).get(sale.from) ?? 0n;
  left.set(sale.from, has);
  if (has < sale.sold) return false;
  deduct(left, sale.from, sale.sold);
  deduct(left, account, -missing.minor);
  return true;
}

type TopUpDebit = Readonly<{ from: AccountId; sold: bigint }>;

/** Undefined if a top-up would be refused today, because it may be refused on the day too. */
async function findTopUpDebit(ctx: Ctx, dated: OrderOccurrence, missing: Money): Promise<TopUpDebit | undefined> {
  const payer = await payerFor(ctx.tx, makerOf(dated.order));
  if (!payer) return undefined;
  try {
    return await requireTopUpDebit(ctx, payer, dated, missing);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function requireTopUpDebit(
  ctx: Ctx,
  payer: Principal,
  dated: OrderOccurrence,
  missing: Money,
): Promise<TopUpDebit> {
  const asPayer = { ...ctx, actor: payer };
  const { from } = await requireTopUpAccounts(asPayer, dated.order, missing.currency);
  if (from.currency === missing.currency) return { from: from.ledgerAccountId, sold: missing.minor };
  await requireTradingPermission(asPayer, 'fx.instant');
  const { price } = await spotPrice(ctx, toQuoteRequest(payer, from.currency, missing));
  requireRateFloor(dated.order, price);
  await requireExchangeApproved(ctx, payer, dated, price.sell);
  return { from: from.ledgerAccountId, sold: price.sell.minor };
}

type Price = Awaited<ReturnType<typeof calculatePrice>>;

/**
 * Forecast debit per date id, in minor units of the account's currency: amount and fee, at today's exchange price,
 * capped at the customer's maximum. Free transfers go to the earliest dates.
 */
const forecastDebits = (
  { now, actor, requestId, tx }: Ctx,
  dates: readonly UpcomingOccurrence[],
): Promise<Map<string, bigint>> =>
  withBatch(tx, async (share) => {
    const ctx = { now, actor, requestId, tx: share };
    const arounds = await loadPayeesAndAccounts(share, [...new Set(dates.map(({ order }) => order.id))]);
    const makers = new Map(dates.map(({ order }) => [makerKey(order), order]));
    const found = await pipeline(...[...makers.values()].map((order) => payerFor(share, makerOf(order))));
    const payers = new Map([...makers.keys()].map((key, i) => [key, found[i]]));
    const prices = await pipeline(
      ...dates.map((date) =>
        priceOccurrence(ctx, date, {
          payer: payers.get(makerKey(date.order)),
          payeeAndAccount: arounds.get(date.order.id),
        }),
      ),
    );
    const used = new Set<string>();
    return new Map(dates.map((date, place) => [date.occurrence.id, toDebit(date, prices[place], used)]));
  });

function toDebit(
  { order: { maxMinor }, occurrence }: UpcomingOccurrence,
  price: Price | undefined,
  used: Set<string>,
): bigint {
  if (!price) return maxMinor ?? occurrence.amountMinor;
  const free = price.feeWaivers.find((id) => !used.has(id));
  if (free !== undefined) used.add(free);
  const needed = price.amount.minor + (free === undefined ? price.standardFee.minor : 0n);
  return maxMinor !== null && maxMinor < needed ? maxMinor : needed;
}

type PricingContext = Readonly<{ payer: Principal | undefined; payeeAndAccount: PayeeAndAccount | undefined }>;

async function priceOccurrence(
  ctx: Ctx,
  { order, occurrence }: UpcomingOccurrence,
  { payer, payeeAndAccount }: PricingContext,
): Promise<Price | undefined> {
  if (!payer || !payeeAndAccount) return undefined;
  try {
    const amount = await amountToSell(ctx, payer, { order, occurrence });
    const paid = { tier: payer.userType, vendorType: payeeAndAccount.accountVendor, amount };
    const way =
      order.chargeType === null
        ? await domesticRoute(ctx.tx, paid)
        : crossBorderRoute(order, payeeAndAccount.payeeType);
    const leavesAt = occurrence.nextAttemptAt ?? undefined;
    return await calculatePrice(ctx, payer, way, amount, { executesAt: leavesAt, isEstimate: true });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function amountToSell(
  ctx: Ctx,
  { userType: tier }: Principal,
  { order, occurrence }: Pick<UpcomingOccurrence, 'order' | 'occurrence'>,
): Promise<Money> {
  if (order.amountSide !== 'received') return money(order.currency, occurrence.amountMinor);
  return (await spotPrice(ctx, { tier, ...toExchangeRequest(order, occurrence) })).price.sell;
}

const maxWarnings = 200;

export async function warnOfShortfalls(ctx: Ctx): Promise<void> {
  const { tx, now } = ctx;
  const near = await claimForWarning(tx, now, maxWarnings);
  const ids = near.map(({ orderId }) => orderId);
  const orders = new Map((await findOrders(tx, ids)).map((order) => [order.id, order]));
  const dates = near.flatMap((occurrence) => {
    const order = orders.get(occurrence.orderId);
    return order ? [{ order, occurrence }] : [];
  });
  const uncovered = await forecastShortfalls(ctx, dates);
  for (const { order, occurrence } of dates) {
    const shortfall = uncovered.get(occurrence.id);
    if (!shortfall) continue;
    const inAccount = (minor: bigint): Money => money(order.accountCurrency, minor);
    const [needed, missing] = [inAccount(shortfall.needed), inAccount(shortfall.missing)];
    const short = { needed: toMoneyView(needed), missing: toMoneyView(missing) };
    await emit(ctx, standingOrderUpdated, { ...toEventDetails(order, occurrence), step: 'warning', ...short });
    await audit(ctx, 'standing-order.warned', `standing-order:${order.id}`, {
      day: occurrence.day,
      needed: formatDisplayMoney(needed),
      missing: formatDisplayMoney(missing),
    });
  }
}

const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });
