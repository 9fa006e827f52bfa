import { compareRates, type Rate, subtractMargin } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/observability/log.ts';
import type { FeedPrices, RateFeed } from './feeds/feed.ts';
import { upsertBars } from './rate.sql.ts';
import { recordRates } from './record-rates.ts';
import { endOfBar } from './recorded-history.ts';

export type RateSources = Readonly<{ feed: RateFeed; second?: RateFeed | undefined; maxDeviationBps: number }>;

/**
 * A price that the second source contradicts, or cannot confirm, is not stored: the last good rate goes stale and
 * dealing stops. Throws `FeedUnavailable`.
 */
export function fetchRates(db: Db, { feed, second, maxDeviationBps }: RateSources, log: Log): () => Promise<void> {
  const ask = second && cacheLastGood(second);
  return async () => {
    const now = await inTransaction(db, async (_, time) => time);
    const { pricedAt, perEuro } = await feed.latest(now);
    const others = await ask?.(now);
    const believed = others ? perEuro.filter((rate) => isConfirmedBy(rate, others.perEuro, maxDeviationBps)) : perEuro;
    for (const rate of perEuro)
      if (!believed.includes(rate))
        log.error({ currency: rate.quote, feed: feed.name, second: second?.name }, 'two sources disagree about a rate');
    if (believed.length === 0) return;
    await inTransaction(db, async (tx, time) => {
      const ctx = { tx, now: time, actor: { kind: 'system', name: 'fetch-rates' }, requestId: v7() } as const;
      const { name: source, validForSeconds } = feed;
      await recordRates(ctx, { source, pricedAt, validForSeconds, perEuro: believed });
      if (!feed.hasHistory) await upsertBars(tx, source, endOfBar(pricedAt), believed);
    });
  };
}

function cacheLastGood({ latest, validForSeconds }: RateFeed): (now: Date) => Promise<FeedPrices> {
  let kept: { prices: FeedPrices; at: Date } | undefined;
  return async (now) => {
    try {
      kept = { prices: await latest(now), at: now };
    } catch (error) {
      if (kept === undefined || now.getTime() - kept.at.getTime() > validForSeconds * 1000) throw error;
    }
    return kept.prices;
  };
}

function isConfirmedBy(rate: Rate, others: readonly Rate[], mostApartBps: number): boolean {
  const other = others.find(({ quote }) => quote === rate.quote);
  if (other === undefined) return false;
  return (
    compareRates(rate, subtractMargin(other, mostApartBps)) >= 0 &&
    compareRates(rate, subtractMargin(other, -mostApartBps)) <= 0
  );
}
