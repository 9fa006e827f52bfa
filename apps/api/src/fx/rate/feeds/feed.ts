import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import type { Currency } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';

export type Bar = Readonly<{ at: Date; perEuro: Rate }>;

export type HistoryRange = Readonly<{ timeframe: Timeframe; from: Date; to: Date; now: Date }>;

export type FeedPrices = Readonly<{ pricedAt: Date; perEuro: readonly Rate[] }>;

export type RateFeed = Readonly<{
  name: string;
  validForSeconds: number;
  latest: (now: Date) => Promise<FeedPrices>;
  hasHistory: boolean;
  /** Oldest first; undefined if the source has no history in this timeframe. Throws `FeedUnavailable`. */
  history: (currency: Currency, range: HistoryRange) => Promise<readonly Bar[] | undefined>;
}>;

export class FeedUnavailable extends Error {
  override name = 'FeedUnavailable';
}
