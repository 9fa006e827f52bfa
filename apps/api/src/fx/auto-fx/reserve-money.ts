import { balanceOf } from '@larkmere/ledger/balance';
import { InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import { message } from '@larkmere/messages/message';
import { add, formatAmount, type Money, subtract } from '@larkmere/money/money';
import { convert, inverse, type Rate } from '@larkmere/money/rate';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { currentDealTerms } from '../conversion/conversion.ts';
import { type OrderRow, orderFromRow, updateOrder } from './auto-fx.sql.ts';
import { type AutoFxOrder, slippageLimitRate } from './auto-fx.ts';
import { toHoldVoiding } from './fill-orders.ts';

export async function reserveMoney(ctx: Pick<Ctx, 'tx' | 'now'>, row: OrderRow): Promise<OrderRow> {
  const order = orderFromRow(row);
  await releaseMoney(ctx, order);
  if (!row.reserve) return order.hold ? updateOrder(ctx.tx, order.id, { holdId: null, heldMinor: null }) : row;
  const amount = await maxAmount(ctx, order);
  const id = createOperationId();
  const credit = await firmAccountId(ctx.tx, `position:${order.sell}`);
  const postings = [{ debit: order.from, credit, amount }];
  await hold(ctx.tx, { id, code: 'auto-fx.reserved', postings }).catch(async (error: unknown) => {
    throw error instanceof InsufficientFunds ? await insufficientFundsRefusal(ctx, order, amount) : error;
  });
  return updateOrder(ctx.tx, order.id, { holdId: id, heldMinor: amount.minor });
}

export async function releaseMoney({ tx }: Pick<Ctx, 'tx'>, { hold: held }: AutoFxOrder): Promise<void> {
  if (held) await bookOperation(tx, toHoldVoiding(held.id));
}

/** A fixed amount to buy costs most at the target, or at the slippage limit of a stop. */
async function maxAmount(ctx: Pick<Ctx, 'tx' | 'now'>, order: AutoFxOrder): Promise<Money> {
  const { amountMode, amount, target, direction, type, slippageBps, sell, buy, tier } = order;
  if (!amount) throw new Error(`order ${order.id} has no fixed amount to set aside`);
  if (amountMode === 'fixed_sell') return amount;
  if (!target || !direction) throw new Error(`order ${order.id} has no rate to set money aside at`);
  const worst: Rate = type === 'stop' ? slippageLimitRate(target, direction, slippageBps) : target;
  const { fee } = await currentDealTerms(ctx, { tier, sell, buy });
  return add(convert(amount, worst.base === buy ? worst : inverse(worst), 'up'), fee);
}

async function insufficientFundsRefusal(
  { tx }: Pick<Ctx, 'tx'>,
  { from }: AutoFxOrder,
  needed: Money,
): Promise<Refusal> {
  const { available } = await balanceOf(tx, from);
  const reason = message('order_reserve_short', { available, needed, missing: subtract(needed, available) });
  const data = { available: formatAmount(available), needed: formatAmount(needed), currency: needed.currency };
  return new Refusal('insufficient_funds', { reason, data });
}
