import type { Rate } from '@larkmere/money/rate';
import type { Ctx } from '../../platform/requests/verb.ts';
import { upsertLatest } from './rate.sql.ts';
import { announceRates } from './rate.ts';

export type FeedSnapshot = Readonly<{
  source: string;
  pricedAt: Date;
  validForSeconds: number;
  perEuro: readonly Rate[];
}>;

/** Emits `rate.moved` if any value changed. Prices older than the last from the same source are ignored. */
export async function recordRates(ctx: Ctx, snapshot: FeedSnapshot): Promise<boolean> {
  const { source, pricedAt, validForSeconds, perEuro } = snapshot;
  const goodUntil = new Date(ctx.now.getTime() + validForSeconds * 1000);
  const moved = await upsertLatest(ctx.tx, { perEuro, source, pricedAt, confirmedAt: ctx.now, validUntil: goodUntil });
  if (moved.length === 0) return false;
  await announceRates(ctx, { source, pricedAt, currencies: perEuro.map(({ quote }) => quote) });
  return true;
}
