import { compareRates, type Rate, subtractMargin } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { purgeEvents } from '../../platform/events/outbox.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/observability/log.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { FeedPrices, RateFeed } from './feeds/feed.ts';
import { upsertBars, upsertLatest } from './rate.sql.ts';
import { announceRates, rateMoved } from './rate.ts';
import { markAnswered, registerSources, selectSources } from './rate-desk.sql.ts';
import { endOfBar } from './recorded-history.ts';

type RateSources = Readonly<{ feed: RateFeed; second?: RateFeed | undefined; maxDeviationBps: number }>;

/**
 * Staff may turn a source off: the other one is then asked alone, and without any the rates go stale. A price that the
 * second source contradicts, or cannot confirm, is not stored: the last good rate goes stale and dealing stops. Throws
 * `FeedUnavailable`.
 */
export function fetchRates(
  db: Db,
  { feed: first, second, maxDeviationBps }: RateSources,
  log: Log,
): () => Promise<void> {
  const askSecond = second && cacheLastGood(second);
  const names = [first.name, ...(second ? [second.name] : [])];
  return async () => {
    const { now, off } = await readSwitches(db, names);
    const feed = [first, second].find((each) => each && !off.includes(each.name));
    if (!feed) return;
    const ask = feed === first && second && !off.includes(second.name) ? askSecond : undefined;
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
      await markAnswered(tx, source);
      if (ask && second) await markAnswered(tx, second.name);
      await recordRates(ctx, { source, pricedAt, validForSeconds, perEuro: believed });
      if (!feed.hasHistory) await upsertBars(tx, source, endOfBar(pricedAt), believed);
    });
  };
}

const readSwitches = (db: Db, names: readonly string[]) =>
  inTransaction(db, async (tx, now) => {
    await registerSources(tx, names);
    const sources = await selectSources(tx);
    return { now, off: sources.filter(({ isOn }) => !isOn).map(({ name }) => name) };
  });

function cacheLastGood({ latest, validForSeconds }: RateFeed): (now: Date) => Promise<FeedPrices> {
  let lastGood: { prices: FeedPrices; at: Date } | undefined;
  return async (now) => {
    try {
      lastGood = { prices: await latest(now), at: now };
    } catch (error) {
      if (lastGood === undefined || now.getTime() - lastGood.at.getTime() > validForSeconds * 1000) throw error;
    }
    return lastGood.prices;
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

type FeedSnapshot = Readonly<{
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

/** The chart data keeps the history, so delivered events can go after a day. */
export const rateEventPurge = defineJob({
  name: 'purge-rate-events',
  everySeconds: 3600,
  run: ({ db }) => purgeEvents(db, rateMoved, 24),
});
