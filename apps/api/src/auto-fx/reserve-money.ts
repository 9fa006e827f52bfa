import { balanceOf } from '@larkmere/ledger/balance';
import { InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { moneyText } from '@larkmere/money/amount-text';
import { add, formatAmount, type Money } from '@larkmere/money/money';
import { convert, inverse, type Rate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { book, houseAccount } from '../books/books.ts';
import { dealTerms } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { changeOrder, type OrderRow } from './auto-fx.sql.ts';
import { type Order, worstRate } from './auto-fx.ts';
import { voidingOf } from './fill-orders.ts';
import { orderOf } from './order-row.ts';

export async function reserveMoney(ctx: Pick<Ctx, 'tx' | 'now'>, row: OrderRow): Promise<OrderRow> {
  const order = orderOf(row);
  await releaseMoney(ctx, order);
  if (!row.reserve) return order.held ? changeOrder(ctx.tx, order.id, { hold_id: null, held_minor: null }) : row;
  const amount = await mostOf(ctx, order);
  const id = v7() as OperationId;
  const credit = await houseAccount(ctx.tx, `position:${order.sell}`);
  const postings = [{ debit: order.from, credit, amount }];
  await hold(ctx.tx, { id, code: 'auto-fx.reserved', postings }).catch(async (error: unknown) => {
    throw error instanceof InsufficientFunds ? await shortOf(ctx, order, amount) : error;
  });
  return changeOrder(ctx.tx, order.id, { hold_id: id, held_minor: amount.minor });
}

export async function releaseMoney({ tx }: Pick<Ctx, 'tx'>, { held }: Order): Promise<void> {
  if (held) await book(tx, voidingOf(held.id));
}

/** A fixed amount to buy costs most at the target, or at the slippage limit of a stop. */
async function mostOf(ctx: Pick<Ctx, 'tx' | 'now'>, order: Order): Promise<Money> {
  const { amountMode, amount, target, direction, type, slippageBps, sell, buy, tier } = order;
  if (!amount) throw new Error(`order ${order.id} has no fixed amount to set aside`);
  if (amountMode === 'fixed_sell') return amount;
  if (!target || !direction) throw new Error(`order ${order.id} has no rate to set money aside at`);
  const worst: Rate = type === 'stop' ? worstRate(target, direction, slippageBps) : target;
  const { fee } = await dealTerms(ctx, { tier, sell, buy });
  return add(convert(amount, worst.base === buy ? worst : inverse(worst), 'up'), fee);
}

async function shortOf({ tx }: Pick<Ctx, 'tx'>, { from }: Order, needed: Money): Promise<Refusal> {
  const { available } = await balanceOf(tx, from);
  const message = `You have ${moneyText(available)} available, and this sets ${moneyText(needed)} aside. Nothing was changed.`;
  const data = { available: formatAmount(available), needed: formatAmount(needed), currency: needed.currency };
  return new Refusal('insufficient_funds', { message, data });
}
