/**
 * Market rates: fetched from the feeds in `feeds/`, confirmed by a second source, stored as the latest rate and as bars
 * of charts, and published. A rate is good while it is fresh; without a good one nothing is dealt. Staff may turn a
 * source off or set a rate by hand. The rate service may run as a process of its own (`main.ts`).
 */

import type { Currency } from '@larkmere/money/money';
import { cross, formatRate, inverse, type Rate, rateOf } from '@larkmere/money/rate';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type LatestRow, selectLatest, storedDecimals } from './rate.sql.ts';

export { rateDeskSetting } from './rate.settings.ts';
export { manualSource, perEuroOf } from './rate.sql.ts';
export {
  askForSource,
  decideManualRate,
  dropRequestForSource,
  endManualRates,
  insertManualRate,
  lockManualRate,
  lockSource,
  lockWaitingManualRate,
  type ManualRateRow,
  type SourceRow,
  selectLastKnown,
  selectManualRates,
  selectSources,
  switchSource,
  withdrawManualRate,
} from './rate-desk.sql.ts';

/** What one euro buys. Every pair is a cross of two of these, so no triangular arbitrage exists. */
export type PerEuro = Readonly<Partial<Record<Currency, Rate>>>;

export type MidRate = Readonly<{
  rate: Rate;
  at: Date;
  ageSeconds: number;
  source: string;
}>;

/** `isGood`: fresh enough to deal on. */
type NewestRate = MidRate & Readonly<{ isGood: boolean }>;

export type LatestRates = Readonly<{ perEuro: PerEuro; rows: readonly LatestRow[] }>;

/** `perEuro` holds plain decimals: the amount of each currency for one euro. */
export const rateMoved = defineEvent<{ at: string; source: string; perEuro: Readonly<Record<string, string>> }>(
  'rate.moved',
);

type Moved = Readonly<{ source: string; pricedAt: Date; currencies: readonly Currency[] }>;

/** The rates that hold now: that of staff, where there is one. */
export async function announceRates(ctx: Ctx, { source, pricedAt, currencies }: Moved): Promise<void> {
  const latest = await selectLatest(ctx.tx, currencies);
  const decimals = latest.map(({ perEuro }) => [perEuro.quote, formatRate(perEuro, storedDecimals)]);
  await emit(ctx, rateMoved, { at: pricedAt.toISOString(), source, perEuro: Object.fromEntries(decimals) });
}

/** Injected by `conversion`: `rate` must not depend on customers or prices. */
export type TierPricing = Readonly<{
  pairMargins: (
    ctx: Pick<Ctx, 'tx' | 'now'>,
    base: Currency,
    quote: Currency,
  ) => Promise<Readonly<Record<'plus' | 'wallet', number>> | undefined>;
  tierRate: (mid: Rate, marginBps: number) => Rate;
  findClosedMarket: (
    ctx: Pick<Ctx, 'tx' | 'now'>,
    base: Currency,
    quote: Currency,
  ) => Promise<
    Readonly<{ opensAt: Date; tradable: boolean; markupBps: Readonly<Record<'plus' | 'wallet', number>> }> | undefined
  >;
}>;

export const feedNames = ['sandbox', 'ecb', 'frankfurter', 'open-exchange-rates', 'oanda', 'currencycloud'] as const;
export type FeedName = (typeof feedNames)[number];

export type FeedConfig = Readonly<{ name: FeedName; url: string | undefined; key: string; account: string }>;

export type RateSettings = Readonly<{
  feed: FeedConfig;
  second: FeedConfig | undefined;
  maxDeviationBps: number;
  intervalSeconds: number;
  seed: string;
}>;

const euro = rateOf('EUR', 'EUR', 1n, 1n);

/** One `base` in `quote`, fit to deal on. Refuses `rate_unavailable` if the rate is missing or stale. */
export async function midRate({ tx, now }: Pick<Ctx, 'tx' | 'now'>, base: Currency, quote: Currency): Promise<MidRate> {
  const newest = newestRate(await selectLatest(tx, [base, quote]), base, quote, now);
  if (newest === undefined || !newest.isGood) throw new Refusal('rate_unavailable');
  const { isGood: _, ...mid } = newest;
  return mid;
}

export function newestRate(
  latest: readonly LatestRow[],
  base: Currency,
  quote: Currency,
  now: Date,
): NewestRate | undefined {
  const { perEuro, rows } = readLatest(
    latest.filter(({ perEuro: { quote: each } }) => each === base || each === quote),
  );
  const rate = crossRate(perEuro, base, quote);
  if (rate === undefined) return undefined;
  const [oldest] = rows.toSorted((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime());
  if (oldest === undefined) return { rate, at: now, ageSeconds: 0, source: 'parity', isGood: true };
  const at = new Date(Math.min(...rows.map(({ pricedAt }) => pricedAt.getTime())));
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - oldest.confirmedAt.getTime()) / 1000));
  return { rate, at, ageSeconds, source: oldest.source, isGood: rows.every(({ validUntil }) => validUntil > now) };
}

/** One `base` in every currency with a rate. */
export async function listNewestRates({ tx, now }: Pick<Ctx, 'tx' | 'now'>, base: Currency): Promise<NewestRate[]> {
  const latest = await selectLatest(tx);
  const all: Currency[] = ['EUR', ...latest.map(({ perEuro }) => perEuro.quote)];
  const currencies = all.filter((each) => each !== base);
  return currencies.flatMap((quote) => newestRate(latest, base, quote, now) ?? []);
}

export const latestRates = async ({ tx }: Pick<Ctx, 'tx'>): Promise<LatestRates> => readLatest(await selectLatest(tx));

export function crossRate(perEuro: PerEuro, base: Currency, quote: Currency): Rate | undefined {
  if (base === quote) return rateOf(base, quote, 1n, 1n);
  const of = (currency: Currency): Rate | undefined => (currency === 'EUR' ? euro : perEuro[currency]);
  const [first, second] = [of(base), of(quote)];
  return first && second && cross(inverse(first), second);
}

const readLatest = (rows: readonly LatestRow[]): LatestRates => ({
  perEuro: Object.fromEntries(rows.map(({ perEuro }) => [perEuro.quote, perEuro])),
  rows,
});
