import type { RateAlertView } from '@larkmere/contract/rate-alert';
import type { Currency } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';
import { showRate, showTarget } from '@larkmere/money/rate-text';
import type { CustomerCtx } from '../kernel/verb.ts';
import { ownRateNow } from './own-rate.ts';
import type { AlertRow } from './rate-alert.sql.ts';
import { targetOf } from './rate-alert.ts';

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
  return {
    uid: row.id,
    sell,
    buy,
    target: showTarget(targetOf(row)),
    direction: (row.target_base === sell) === (row.direction === 'rises_to') ? 'rises_to' : 'falls_to',
    state: row.fired_at ? 'fired' : 'active',
    rateNow: now ? showRate(now) : null,
    firedAt: row.fired_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
