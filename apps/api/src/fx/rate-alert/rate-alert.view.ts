import type { RateAlertView } from '@larkmere/contract/fx/rate-alert';
import { toDisplayedRate, toDisplayedTarget } from '@larkmere/money/displayed-rate';
import type { Rate } from '@larkmere/money/rate';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { findCustomerRate } from './customer-rate.ts';
import type { AlertRow } from './rate-alert.sql.ts';
import { alertTarget } from './rate-alert.ts';

export async function viewAlerts(ctx: CustomerCtx, rows: readonly AlertRow[]): Promise<RateAlertView[]> {
  const rates = new Map<string, Rate | undefined>();
  for (const { sell, buy } of rows) {
    const key = `${sell} ${buy}`;
    if (!rates.has(key)) rates.set(key, await findCustomerRate(ctx, sell, buy));
  }
  return rows.map((row) => viewOf(row, rates.get(`${row.sell} ${row.buy}`)));
}

export async function viewAlert(ctx: CustomerCtx, row: AlertRow): Promise<RateAlertView> {
  return viewOf(row, await findCustomerRate(ctx, row.sell, row.buy));
}

function viewOf(row: AlertRow, now: Rate | undefined): RateAlertView {
  const [sell, buy] = [row.sell, row.buy];
  return {
    uid: row.id,
    sell,
    buy,
    target: toDisplayedTarget(alertTarget(row)),
    direction: (row.targetBase === sell) === (row.direction === 'rises_to') ? 'rises_to' : 'falls_to',
    state: row.firedAt ? 'fired' : 'active',
    rateNow: now ? toDisplayedRate(now) : null,
    firedAt: row.firedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
