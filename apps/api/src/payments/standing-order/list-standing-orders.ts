import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findOccurrencePayments } from './due-occurrence.read.ts';
import { endStates } from './order-lifecycle.ts';
import { findOrder, type OrderRow, selectHistory, selectOrders } from './standing-order.sql.ts';
import { isOwnOrder } from './standing-order.ts';
import { viewOccurrence, viewStandingOrder, viewStandingOrders } from './standing-order.view.ts';

const maxOrders = 200;
const maxOccurrences = 50;

export const listStandingOrders: Verb<typeof contract.standingOrder.list> = async (ctx) => {
  const orders = await selectOrders(ctx.tx, ctx.actor, endStates, maxOrders);
  return { list: await viewStandingOrders(ctx, orders) };
};

export const getStandingOrder: Verb<typeof contract.standingOrder.view> = async (ctx, { uid }) =>
  viewStandingOrder(ctx, await findOwnOrder(ctx, uid));

export const listStandingOrderHistory: Verb<typeof contract.standingOrder.history> = async (ctx, { uid, before }) => {
  const order = await findOwnOrder(ctx, uid);
  const rows = await selectHistory(ctx.tx, { orderId: uid, before, most: maxOccurrences + 1 });
  const shown = rows.slice(0, maxOccurrences);
  const payments = await findOccurrencePayments(
    ctx.tx,
    shown.flatMap(({ paymentId }) => paymentId ?? []),
  );
  const list = shown.map((row) => viewOccurrence(order, row, payments.get(row.paymentId ?? '')));
  return { list, more: rows.length > maxOccurrences };
};

async function findOwnOrder({ tx, actor }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await findOrder(tx, uid);
  if (!order || !isOwnOrder(actor, order)) throw new Refusal('not_found');
  return order;
}
