import type { AccountId } from '@larkmere/ledger/types';
import { type Money, money } from '@larkmere/money/money';
import { type Principal, payerFor } from '../../customers/customer/customer.ts';
import { requireTradingPermission, spotPrice } from '../../fx/conversion/conversion.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { forecastDebits } from './forecast-debits.ts';
import {
  type OrderOccurrence,
  requireExchangeApproved,
  requireRateFloor,
  requireTopUpAccounts,
  toQuoteRequest,
} from './plan-top-up.ts';
import { makerOf } from './standing-order.ts';
import { listUpcomingOccurrences, loadAvailable, type UpcomingOccurrence } from './upcoming-occurrence.read.ts';

type RemainingByAccount = Map<AccountId, bigint>;

export type Shortfall = Readonly<{ needed: bigint; missing: bigint }>;

/**
 * Counts all orders of a customer together, day by day, so that money assigned to one date or top-up is not counted
 * again. Dates without a shortfall are absent.
 */
export async function forecastShortfalls(ctx: Ctx, dates: readonly OrderOccurrence[]): Promise<Map<string, Shortfall>> {
  const found = new Map<string, Shortfall>();
  const asked = new Set(dates.map(({ occurrence }) => occurrence.id));
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
      if (missing > 0n && asked.has(date.occurrence.id))
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
