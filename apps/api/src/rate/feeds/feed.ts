import type { Timeframe } from '@larkmere/contract/timeframe';
import type { Currency } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';

/** One close: what one euro bought at that moment. */
export type Bar = Readonly<{ at: Date; perEuro: Rate }>;

/** Bars that end after `from` and not after `to`. `now` is the present: nothing later is ever told. */
export type Range = Readonly<{ timeframe: Timeframe; from: Date; to: Date; now: Date }>;

export type Prices = Readonly<{ pricedAt: Date; perEuro: readonly Rate[] }>;

/** A source of mid rates, told as what one euro buys. Everybody behind this interface looks alike. */
export type RateFeed = Readonly<{
  name: string;
  /** For how long its word may be dealt on. */
  goodForSeconds: number;
  /** The prices of this moment. Throws FeedSilence when there is no usable answer. */
  latest: (now: Date) => Promise<Prices>;
  /** It knows its past in every timeframe, so that nothing need be written down. */
  tellsItsPast: boolean;
  /** The past of a currency, oldest first; undefined when the source tells none in this timeframe. Throws FeedSilence. */
  history: (currency: Currency, range: Range) => Promise<readonly Bar[] | undefined>;
}>;

/** The source gave no usable answer: late, unreachable, broken off, or not in its own form. */
export class FeedSilence extends Error {
  override name = 'FeedSilence';
}
