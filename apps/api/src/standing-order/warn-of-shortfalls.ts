import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, money } from '@larkmere/money/money';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { factsOf } from './settle-date.ts';
import { missingFor } from './shortfall.read.ts';
import { findOrder, takeToWarn } from './standing-order.sql.ts';
import { standingOrderNews } from './standing-order.ts';

const most = 200;

/** Looks at the dates that are near: where there is too little money the customer hears of it, once for each date. */
export async function warnOfShortfalls(ctx: Ctx): Promise<void> {
  const { tx, now } = ctx;
  const near = await takeToWarn(tx, now, most);
  const missing = await missingFor(
    tx,
    near.map(({ id }) => id),
  );
  for (const occurrence of near) {
    const minor = missing.get(occurrence.id);
    const order = minor === undefined ? undefined : await findOrder(tx, occurrence.order_id);
    if (minor === undefined || !order) continue;
    const short = moneyText(money(order.account_currency as Currency, minor));
    await emit(ctx, standingOrderNews, { ...factsOf(order, occurrence), step: 'warning', missing: short });
    await audit(ctx, 'standing-order.warned', `standing-order:${order.id}`, { day: occurrence.day, missing: short });
  }
}
