import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, money } from '@larkmere/money/money';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { factsOf } from './settle-date.ts';
import { findOrders, takeToWarn } from './standing-order.sql.ts';
import { standingOrderNews } from './standing-order.ts';
import { uncoveredFor } from './uncovered.ts';

const most = 200;

export async function warnOfShortfalls(ctx: Ctx): Promise<void> {
  const { tx, now } = ctx;
  const near = await takeToWarn(tx, now, most);
  const ids = near.map(({ order_id }) => order_id);
  const orders = new Map((await findOrders(tx, ids)).map((order) => [order.id, order]));
  const dates = near.flatMap((occurrence) => {
    const order = orders.get(occurrence.order_id);
    return order ? [{ order, occurrence }] : [];
  });
  const uncovered = await uncoveredFor(ctx, dates);
  for (const { order, occurrence } of dates) {
    const shortfall = uncovered.get(occurrence.id);
    if (!shortfall) continue;
    const textOf = (minor: bigint): string => moneyText(money(order.account_currency as Currency, minor));
    const short = { needed: textOf(shortfall.needed), missing: textOf(shortfall.missing) };
    await emit(ctx, standingOrderNews, { ...factsOf(order, occurrence), step: 'warning', ...short });
    await audit(ctx, 'standing-order.warned', `standing-order:${order.id}`, { day: occurrence.day, ...short });
  }
}
