import { formatRate, type Rate } from '@larkmere/money/rate';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { storedDecimals, upsertLatest } from './rate.sql.ts';
import { rateMoved } from './rate.ts';

export type Snapshot = Readonly<{ source: string; pricedAt: Date; goodForSeconds: number; perEuro: readonly Rate[] }>;

/** Emits `rate.moved` if any value changed. Prices older than the last from the same source are ignored. */
export async function recordRates(ctx: Ctx, snapshot: Snapshot): Promise<boolean> {
  const { source, pricedAt, goodForSeconds, perEuro } = snapshot;
  const goodUntil = new Date(ctx.now.getTime() + goodForSeconds * 1000);
  const moved = await upsertLatest(ctx.tx, { perEuro, source, pricedAt, confirmedAt: ctx.now, goodUntil });
  if (moved.length === 0) return false;
  const decimals = perEuro.map((rate) => [rate.quote, formatRate(rate, storedDecimals)]);
  await emit(ctx, rateMoved, { at: pricedAt.toISOString(), source, perEuro: Object.fromEntries(decimals) });
  return true;
}
