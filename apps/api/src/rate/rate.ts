import type { Currency } from '@larkmere/money/money';
import { cross, inverse, type Rate, rateOf } from '@larkmere/money/rate';
import { event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type LatestRow, selectLatest } from './rate.sql.ts';

/** What one euro buys of each other currency, exact. Every pair is a cross of two of these, so no triangle earns money. */
export type PerEuro = Readonly<Partial<Record<Currency, Rate>>>;

/** A mid rate with its age: no customer's price, and nobody's promise. */
export type MidRate = Readonly<{
  rate: Rate;
  /** When the market made the older of its two halves; at a weekend that is Friday evening. */
  at: Date;
  /** Since a source confirmed it last, in seconds. */
  ageSeconds: number;
  source: string;
}>;

/** The last good rates of all currencies: those of a silent source are old, and say so. */
export type LatestRates = Readonly<{ perEuro: PerEuro; rows: readonly LatestRow[] }>;

/** Some rate is another than before. Amounts of each currency for one euro, as plain decimals, and when they were priced. */
export const rateMoved = event<{ at: string; source: string; perEuro: Readonly<Record<string, string>> }>('rate.moved');

/** How the prices of the two tiers are made from a mid rate. The exchange knows, and is handed in: rates know no customer. */
export type TierPrices = Readonly<{
  /** Today's margins of a pair in basis points; undefined when it is not dealt. */
  marginsOf: (
    ctx: Pick<Ctx, 'tx' | 'now'>,
    base: Currency,
    quote: Currency,
  ) => Promise<Readonly<Record<'plus' | 'wallet', number>> | undefined>;
  tierRate: (mid: Rate, marginBps: number) => Rate;
}>;

export const feedNames = ['sandbox', 'ecb', 'frankfurter', 'open-exchange-rates', 'oanda', 'currencycloud'] as const;
export type FeedName = (typeof feedNames)[number];

/** Which source, where it is if not at its public address, and what opens it. */
export type FeedChoice = Readonly<{ name: FeedName; url: string | undefined; key: string; account: string }>;

/** What the rate service is told from outside: its sources, how far apart they may be, how often to ask, and the sandbox's seed. */
export type RateSettings = Readonly<{
  feed: FeedChoice;
  second: FeedChoice | undefined;
  mostApartBps: number;
  everySeconds: number;
  seed: string;
}>;

const euro = rateOf('EUR', 'EUR', 1n, 1n);

/**
 * The mid rate of a pair, one `base` in `quote`, to deal on. Refuses `rate_unavailable` when there is none, or when the
 * last good one was not confirmed within the time its source vouches for.
 */
export async function midRate({ tx, now }: Pick<Ctx, 'tx' | 'now'>, base: Currency, quote: Currency): Promise<MidRate> {
  const newest = newestRate(await selectLatest(tx, [base, quote]), base, quote, now);
  if (newest === undefined || !newest.isGood) throw new Refusal('rate_unavailable');
  const { isGood: _, ...mid } = newest;
  return mid;
}

/** The last good rate of a pair, and whether it may still be dealt on; undefined where there never was one. */
export function newestRate(
  latest: readonly LatestRow[],
  base: Currency,
  quote: Currency,
  now: Date,
): (MidRate & Readonly<{ isGood: boolean }>) | undefined {
  const { perEuro, rows } = readLatest(latest);
  const rate = crossRate(perEuro, base, quote);
  if (rate === undefined) return undefined;
  const [oldest] = rows.toSorted((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime());
  if (oldest === undefined) return { rate, at: now, ageSeconds: 0, source: 'parity', isGood: true };
  const at = new Date(Math.min(...rows.map(({ pricedAt }) => pricedAt.getTime())));
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - oldest.confirmedAt.getTime()) / 1000));
  return { rate, at, ageSeconds, source: oldest.source, isGood: rows.every(({ goodUntil }) => goodUntil > now) };
}

/** All last good rates, stale ones too: for showing them with their age, and for judging many orders at once. */
export const latestRates = async ({ tx }: Pick<Ctx, 'tx'>): Promise<LatestRates> => readLatest(await selectLatest(tx));

/** One `base` in `quote` by way of the euro; undefined when either is not known. */
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
