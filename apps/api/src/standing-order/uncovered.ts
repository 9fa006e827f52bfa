import type { AccountId } from '@larkmere/ledger/types';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { priceNow, requireRightToDeal } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payer, payerOf } from '../payment/payment.ts';
import { type Dated, requireApproved, requireFloor, sidesOf, wantedOf } from './find-top-up.ts';
import { needsOf } from './needs.ts';
import { type Ahead, availableOn, datesAhead } from './shortfall.read.ts';

type Left = Map<AccountId, bigint>;

export type Shortfall = Readonly<{ needed: bigint; missing: bigint }>;

/**
 * Counts all orders of a customer together, day by day, so that money assigned to one date or top-up is not counted
 * again. Dates without a shortfall are absent.
 */
export async function uncoveredFor(ctx: Ctx, dates: readonly Dated[]): Promise<Map<string, Shortfall>> {
  const found = new Map<string, Shortfall>();
  const asked = new Set(dates.map(({ occurrence }) => occurrence.id));
  const until = dates
    .map(({ occurrence }) => occurrence.pay_day)
    .toSorted()
    .at(-1);
  if (until === undefined) return found;
  const ahead = await datesAhead(ctx.tx, [...new Set(dates.map(({ order }) => order.customer_id))], until);
  const left = await availableOn(
    ctx.tx,
    ahead.map(({ account }) => account),
  );
  const needs = await needsOf(ctx, ahead);
  const needOf = ({ occurrence }: Ahead): bigint => needs.get(occurrence.id) ?? occurrence.amount_minor;
  for (const day of Map.groupBy(ahead, ({ occurrence }) => occurrence.pay_day).values()) {
    for (const date of day) take(left, date.account, needOf(date));
    for (const date of await unfilled(ctx, left, day, needOf)) {
      const missing = -(left.get(date.account) ?? 0n);
      if (missing > 0n && asked.has(date.occurrence.id))
        found.set(date.occurrence.id, { needed: needOf(date), missing });
    }
  }
  return found;
}

type NeedOf = (date: Ahead) => bigint;

const take = (left: Left, account: AccountId, minor: bigint): Left =>
  left.set(account, (left.get(account) ?? 0n) - minor);

async function unfilled(ctx: Ctx, left: Left, day: readonly Ahead[], needOf: NeedOf): Promise<Ahead[]> {
  const others: Ahead[] = [];
  for (const date of day) if (!(await fillsUp(ctx, left, date, needOf(date)))) others.push(date);
  return others;
}

async function fillsUp(ctx: Ctx, left: Left, date: Ahead, need: bigint): Promise<boolean> {
  const { order, occurrence, account } = date;
  const short = -(left.get(account) ?? 0n);
  if (short <= 0n || order.top_up_bankholder_id === null || occurrence.topped_up_at !== null) return false;
  const missing = money(order.account_currency as Currency, short < need ? short : need);
  const sale = await saleFor(ctx, date, missing);
  if (!sale) return false;
  const has = left.get(sale.from) ?? (await availableOn(ctx.tx, [sale.from])).get(sale.from) ?? 0n;
  left.set(sale.from, has);
  if (has < sale.sold) return false;
  take(left, sale.from, sale.sold);
  take(left, account, -missing.minor);
  return true;
}

type Sale = Readonly<{ from: AccountId; sold: bigint }>;

/** Undefined if a top-up would be refused today, because it may be refused on the day too. */
async function saleFor(ctx: Ctx, dated: Dated, missing: Money): Promise<Sale | undefined> {
  const payer = await payerOf(ctx.tx, dated.order.person_id);
  if (!payer) return undefined;
  try {
    return await requireSale(ctx, payer, dated, missing);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function requireSale(ctx: Ctx, payer: Payer, dated: Dated, missing: Money): Promise<Sale> {
  const asPayer = { ...ctx, actor: payer };
  const { from } = await sidesOf(asPayer, dated.order, missing.currency);
  if (from.currency === missing.currency) return { from: from.ledgerAccountId, sold: missing.minor };
  await requireRightToDeal(asPayer, 'fx.instant');
  const { price } = await priceNow(ctx, wantedOf(payer, from.currency, missing));
  requireFloor(dated.order, price);
  await requireApproved(ctx, payer, dated, price.sell);
  return { from: from.ledgerAccountId, sold: price.sell.minor };
}
