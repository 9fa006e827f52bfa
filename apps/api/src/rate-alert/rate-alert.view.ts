import type { RateAlertView } from '@larkmere/contract/rate-alert';
import { inMarketOrder } from '@larkmere/money/market-order';
import type { Currency } from '@larkmere/money/money';
import { formatRate, type Rate, rateOf } from '@larkmere/money/rate';
import type { CustomerCtx } from '../kernel/verb.ts';
import { ownRateNow } from './own-rate.ts';
import type { AlertRow } from './rate-alert.sql.ts';
import { shortTarget } from './rate-alert.ts';

/** Alerts as their person sees them, each with where the rate stands now. */
export async function viewAlerts(ctx: CustomerCtx, rows: readonly AlertRow[]): Promise<RateAlertView[]> {
  const rates = new Map<string, Rate | undefined>();
  for (const { sell, buy } of rows) {
    const key = `${sell} ${buy}`;
    if (!rates.has(key)) rates.set(key, await ownRateNow(ctx, sell as Currency, buy as Currency));
  }
  return rows.map((row) => viewOf(row, rates.get(`${row.sell} ${row.buy}`)));
}

export async function viewAlert(ctx: CustomerCtx, row: AlertRow): Promise<RateAlertView> {
  return viewOf(row, await ownRateNow(ctx, row.sell as Currency, row.buy as Currency));
}

function viewOf(row: AlertRow, now: Rate | undefined): RateAlertView {
  const [sell, buy] = [row.sell as Currency, row.buy as Currency];
  const { base, quote } = inMarketOrder(rateOf(sell, buy, 1n, 1n));
  return {
    uid: row.id,
    sell,
    buy,
    target: { base, quote, rate: shortTarget(row.target) },
    direction: row.direction as RateAlertView['direction'],
    state: row.fired_at ? 'fired' : 'active',
    rateNow: now ? { base: now.base, quote: now.quote, rate: formatRate(now, 4) } : null,
    firedAt: row.fired_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
