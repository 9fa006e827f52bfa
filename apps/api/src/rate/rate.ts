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

const euro = rateOf('EUR', 'EUR', 1n, 1n);

/**
 * The mid rate of a pair, one `base` in `quote`, to deal on. Refuses `rate_unavailable` when there is none, or when the
 * last good one was not confirmed within the time its source vouches for.
 */
export async function midRate({ tx, now }: Pick<Ctx, 'tx' | 'now'>, base: Currency, quote: Currency): Promise<MidRate> {
  const { perEuro, rows } = readLatest(await selectLatest(tx, [base, quote]));
  const rate = crossRate(perEuro, base, quote);
  const [oldest] = rows.toSorted((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime());
  if (rate === undefined || rows.some(({ goodUntil }) => goodUntil <= now)) throw new Refusal('rate_unavailable');
  if (oldest === undefined) return { rate, at: now, ageSeconds: 0, source: 'parity' };
  const at = new Date(Math.min(...rows.map(({ pricedAt }) => pricedAt.getTime())));
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - oldest.confirmedAt.getTime()) / 1000));
  return { rate, at, ageSeconds, source: oldest.source };
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
