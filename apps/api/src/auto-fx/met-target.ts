import type { MoneyView } from '@larkmere/contract/fields';
import { balanceOf } from '@larkmere/ledger/balance';
import { add, formatAmount, isPositive, type Money, subtract } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';
import { rateText, showRate } from '@larkmere/money/rate-text';
import { type DealTerms, marginsOf, tierRate } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { midRate } from '../rate/rate.ts';
import type { OrderRow } from './auto-fx.sql.ts';
import { hasReached, type Order } from './auto-fx.ts';
import { wantedPrice } from './decide-order.ts';
import { orderOf } from './order-row.ts';
import { pairNow } from './trigger-orders.ts';

type ReadCtx = Pick<Ctx, 'tx' | 'now'>;

/**
 * Refuses `target_already_met`, with rate and amounts, for an order that would exchange at once, unless the customer
 * accepted that.
 */
export async function requireUnmetTarget(ctx: ReadCtx, row: OrderRow, accepted: boolean): Promise<void> {
  const order = orderOf(row);
  const { target, direction } = order;
  if (accepted || !target || !direction) return;
  const { terms, blockedUntil } = await pairNow(ctx, order);
  const opensAt = blockedUntil ?? (order.offHours === 'hold' || terms?.indicative ? terms?.closed?.opensAt : undefined);
  const rate = terms ? tierRate(terms.mid, terms.marginBps) : await rateWhileClosed(ctx, order);
  if (!rate || !hasReached(rate, target, direction)) return;
  throw new Refusal('target_already_met', {
    message: `Nothing was exchanged. Your target is already met: ${rateText(rate)}. Accept that it exchanges now, or change the target.`,
    data: { rate: showRate(rate), opensAt: opensAt?.toISOString() ?? null, ...(await amountsOf(ctx, order, terms)) },
  });
}

async function rateWhileClosed(ctx: ReadCtx, { sell, buy, tier }: Order): Promise<Rate | undefined> {
  const margins = await marginsOf(ctx, sell, buy);
  const mid = await midRate(ctx, sell, buy).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  return margins && mid && tierRate(mid.rate, margins[tier]);
}

type Amounts = Readonly<{ sold: MoneyView | null; bought: MoneyView | null }>;

async function amountsOf({ tx }: ReadCtx, order: Order, terms: DealTerms | undefined): Promise<Amounts> {
  const { available } = await balanceOf(tx, order.from);
  const withHeld = order.held ? add(available, order.held.amount) : available;
  const spendable = order.floor ? subtract(withHeld, order.floor) : withHeld;
  const price = terms && (order.amount || isPositive(spendable)) ? wantedPrice(order, terms, spendable) : undefined;
  return { sold: price ? wire(price.sell) : null, bought: price ? wire(price.buy) : null };
}

const wire = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });
