import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { z } from 'zod';
import { closeOf, indexOfDate } from '../trading-calendar.ts';
import { publishedAt } from './ecb.ts';
import {
  type Bar,
  createFeedClient,
  type FeedEndpoint,
  type FeedFetch,
  FeedUnavailable,
  type HistoryRange,
  parseResponse,
  type RateFeed,
  requestedCurrencies,
  toEuroRates,
} from './feed.ts';

const name = 'frankfurter';
export const publicUrl = 'https://api.frankfurter.dev';

const Latest = z.object({ base: z.literal('EUR'), date: z.iso.date(), rates: z.record(z.string(), z.string()) });
const Series = z.object({ base: z.literal('EUR'), rates: z.record(z.iso.date(), z.record(z.string(), z.string())) });

export function frankfurterFeed({ url }: Pick<FeedEndpoint, 'url'>, ask: FeedFetch = createFeedClient(name)): RateFeed {
  return {
    name,
    validForSeconds: 4 * 86_400,
    hasHistory: false,
    latest: async () => {
      const text = await ask({ url: `${url}/v1/latest?base=EUR&symbols=${requestedCurrencies.join(',')}` });
      const { date, rates } = parseResponse(name, Latest, text);
      return { pricedAt: publishedAt(date), perEuro: toEuroRates(name, 'EUR', rates) };
    },
    history: async (currency, range) => {
      if (range.timeframe !== '1D') return undefined;
      const text = await ask({ url: `${url}/v1/${day(range.from)}..${day(range.to)}?base=EUR&symbols=${currency}` });
      return barsOf(parseResponse(name, Series, text), currency, range);
    },
  };
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

function barsOf({ rates }: z.output<typeof Series>, currency: Currency, { from, to, now }: HistoryRange): Bar[] {
  return Object.entries(rates)
    .toSorted(([first], [second]) => first.localeCompare(second))
    .flatMap(([date, quotes]) => {
      const index = indexOfDate(date);
      const perEuro = readRate('EUR', currency, quotes[currency] ?? '');
      if (index === undefined || perEuro === undefined) throw new FeedUnavailable(`${name} has no rate of ${date}`);
      const at = new Date(Math.min(closeOf(index), now.getTime()));
      return at > from && at <= to ? [{ at, perEuro }] : [];
    });
}
