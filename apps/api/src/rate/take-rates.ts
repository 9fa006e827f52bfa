import { compareRates, lessMargin, type Rate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Prices, RateFeed } from './feeds/feed.ts';
import { upsertBars } from './rate.sql.ts';
import { recordRates } from './record-rates.ts';
import { endOfBar } from './recorded-history.ts';

export type Sources = Readonly<{ feed: RateFeed; second?: RateFeed | undefined; mostApartBps: number }>;

/**
 * A price that the second source contradicts, or cannot confirm, is not stored: the last good rate goes stale and
 * dealing stops. Throws `FeedUnavailable`.
 */
export function takeRates(db: Db, { feed, second, mostApartBps }: Sources, log: Log): () => Promise<void> {
  const ask = second && lastGood(second);
  return async () => {
    const now = await inTransaction(db, async (_, time) => time);
    const { pricedAt, perEuro } = await feed.latest(now);
    const others = await ask?.(now);
    const believed = others ? perEuro.filter((rate) => agrees(rate, others.perEuro, mostApartBps)) : perEuro;
    for (const rate of perEuro)
      if (!believed.includes(rate))
        log.error({ currency: rate.quote, feed: feed.name, second: second?.name }, 'two sources disagree about a rate');
    if (believed.length === 0) return;
    await inTransaction(db, async (tx, time) => {
      const ctx = { tx, now: time, actor: { kind: 'system', name: 'take-rates' }, requestId: v7() } as const;
      const { name: source, goodForSeconds } = feed;
      await recordRates(ctx, { source, pricedAt, goodForSeconds, perEuro: believed });
      if (!feed.tellsItsPast) await upsertBars(tx, source, endOfBar(pricedAt), believed);
    });
  };
}

function lastGood({ latest, goodForSeconds }: RateFeed): (now: Date) => Promise<Prices> {
  let kept: { prices: Prices; at: Date } | undefined;
  return async (now) => {
    try {
      kept = { prices: await latest(now), at: now };
    } catch (error) {
      if (kept === undefined || now.getTime() - kept.at.getTime() > goodForSeconds * 1000) throw error;
    }
    return kept.prices;
  };
}

function agrees(rate: Rate, others: readonly Rate[], mostApartBps: number): boolean {
  const other = others.find(({ quote }) => quote === rate.quote);
  if (other === undefined) return false;
  return (
    compareRates(rate, lessMargin(other, mostApartBps)) >= 0 &&
    compareRates(rate, lessMargin(other, -mostApartBps)) <= 0
  );
}
