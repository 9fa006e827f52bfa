import type { MoneyView } from '@larkmere/contract/platform/fields';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { toEventDetails } from './close-occurrence.ts';
import { forecastShortfalls } from './forecast-shortfall.ts';
import { claimForWarning, findOrders } from './standing-order.sql.ts';
import { standingOrderUpdated } from './standing-order.ts';

const maxWarnings = 200;

export async function warnOfShortfalls(ctx: Ctx): Promise<void> {
  const { tx, now } = ctx;
  const near = await claimForWarning(tx, now, maxWarnings);
  const ids = near.map(({ orderId }) => orderId);
  const orders = new Map((await findOrders(tx, ids)).map((order) => [order.id, order]));
  const dates = near.flatMap((occurrence) => {
    const order = orders.get(occurrence.orderId);
    return order ? [{ order, occurrence }] : [];
  });
  const uncovered = await forecastShortfalls(ctx, dates);
  for (const { order, occurrence } of dates) {
    const shortfall = uncovered.get(occurrence.id);
    if (!shortfall) continue;
    const inAccount = (minor: bigint): Money => money(order.accountCurrency, minor);
    const [needed, missing] = [inAccount(shortfall.needed), inAccount(shortfall.missing)];
    const short = { needed: toMoneyView(needed), missing: toMoneyView(missing) };
    await emit(ctx, standingOrderUpdated, { ...toEventDetails(order, occurrence), step: 'warning', ...short });
    await audit(ctx, 'standing-order.warned', `standing-order:${order.id}`, {
      day: occurrence.day,
      needed: formatDisplayMoney(needed),
      missing: formatDisplayMoney(missing),
    });
  }
}

const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });
