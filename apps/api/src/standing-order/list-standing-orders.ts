import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { paymentsOfDates } from './paid-by.read.ts';
import { findOrder, historyOf, type OrderRow, ordersOf } from './standing-order.sql.ts';
import { isOver, statesThat } from './standing-order.ts';
import { viewAll, viewOccurrence, viewOne } from './standing-order.view.ts';

const mostOrders = 200;
const mostDates = 50;

export const listStandingOrders: Verb<typeof contract.standingOrder.list> = async (ctx) => {
  const orders = await ordersOf(ctx.tx, ctx.actor.customerId, statesThat(isOver), mostOrders);
  return { list: await viewAll(ctx, orders) };
};

export const showStandingOrder: Verb<typeof contract.standingOrder.view> = async (ctx, { uid }) =>
  viewOne(ctx, await requireOrder(ctx, uid));

export const showHistory: Verb<typeof contract.standingOrder.history> = async (ctx, { uid, before }) => {
  const order = await requireOrder(ctx, uid);
  const rows = await historyOf(ctx.tx, { orderId: uid, before, most: mostDates + 1 });
  const shown = rows.slice(0, mostDates);
  const payments = await paymentsOfDates(
    ctx.tx,
    shown.flatMap(({ payment_id }) => payment_id ?? []),
  );
  const list = shown.map((row) => viewOccurrence(order, row, payments.get(row.payment_id ?? '')));
  return { list, more: rows.length > mostDates };
};

async function requireOrder({ tx, actor }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await findOrder(tx, uid);
  if (order?.customer_id !== actor.customerId) throw new Refusal('not_found');
  return order;
}
