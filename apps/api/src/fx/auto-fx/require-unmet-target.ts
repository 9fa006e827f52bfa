import type { MoneyView } from '@larkmere/contract/platform/fields';
import { balanceOf } from '@larkmere/ledger/balance';
import { message } from '@larkmere/messages/message';
import { describeRate, toDisplayedRate } from '@larkmere/money/displayed-rate';
import { add, formatAmount, isPositive, type Money, subtract } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type DealTerms, pairMargins, tierRate } from '../conversion/conversion.ts';
import { midRate } from '../rate/rate.ts';
import { type OrderRow, orderFromRow } from './auto-fx.sql.ts';
import { type AutoFxOrder, hasReachedTarget } from './auto-fx.ts';
import { priceOrder } from './decide-order.ts';
import { currentPairTerms } from './trigger-orders.ts';

type ReadCtx = Pick<Ctx, 'tx' | 'now'>;

/**
 * Refuses `target_already_met`, with rate and amounts, for an order that would exchange at once, unless the customer
 * accepted that.
 */
export async function requireUnmetTarget(ctx: ReadCtx, row: OrderRow, accepted: boolean): Promise<void> {
  const order = orderFromRow(row);
  const { target, direction } = order;
  if (accepted || !target || !direction) return;
  const { terms, blockedUntil } = await currentPairTerms(ctx, order);
  const opensAt = blockedUntil ?? (order.offHours === 'hold' || terms?.indicative ? terms?.closed?.opensAt : undefined);
  const rate = terms ? tierRate(terms.mid, terms.marginBps) : await rateWhileClosed(ctx, order);
  if (!rate || !hasReachedTarget(rate, target, direction)) return;
  throw new Refusal('target_already_met', {
    reason: message('target_already_met_at', { rate: describeRate(rate) }),
    data: {
      rate: toDisplayedRate(rate),
      opensAt: opensAt?.toISOString() ?? null,
      ...(await orderAmounts(ctx, order, terms)),
    },
  });
}

async function rateWhileClosed(ctx: ReadCtx, { sell, buy, tier }: AutoFxOrder): Promise<Rate | undefined> {
  const margins = await pairMargins(ctx, sell, buy);
  const mid = await midRate(ctx, sell, buy).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  return margins && mid && tierRate(mid.rate, margins[tier]);
}

type Amounts = Readonly<{ sold: MoneyView | null; bought: MoneyView | null }>;

async function orderAmounts({ tx }: ReadCtx, order: AutoFxOrder, terms: DealTerms | undefined): Promise<Amounts> {
  const { available } = await balanceOf(tx, order.from);
  const withHeld = order.hold ? add(available, order.hold.amount) : available;
  const spendable = order.floor ? subtract(withHeld, order.floor) : withHeld;
  const price = terms && (order.amount || isPositive(spendable)) ? priceOrder(order, terms, spendable) : undefined;
  return { sold: price ? toMoneyView(price.sell) : null, bought: price ? toMoneyView(price.buy) : null };
}

const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });
