import type { Timeframe } from '@larkmere/contract/timeframe';
import type { Currency } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';

export type Bar = Readonly<{ at: Date; perEuro: Rate }>;

export type Range = Readonly<{ timeframe: Timeframe; from: Date; to: Date; now: Date }>;

export type Prices = Readonly<{ pricedAt: Date; perEuro: readonly Rate[] }>;

export type RateFeed = Readonly<{
  name: string;
  goodForSeconds: number;
  latest: (now: Date) => Promise<Prices>;
  tellsItsPast: boolean;
  /** Oldest first; undefined if the source has no history in this timeframe. Throws `FeedUnavailable`. */
  history: (currency: Currency, range: Range) => Promise<readonly Bar[] | undefined>;
}>;

export class FeedSilence extends Error {
  override name = 'FeedSilence';
}
