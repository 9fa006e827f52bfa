import { z } from 'zod';
import {
  createFeedClient,
  type FeedEndpoint,
  type FeedFetch,
  parseResponse,
  type RateFeed,
  requestedCurrencies,
  toEuroRates,
} from './feed.ts';

const name = 'open-exchange-rates';
export const publicUrl = 'https://openexchangerates.org';

const Latest = z.object({
  timestamp: z.coerce.number().int().positive(),
  base: z.literal('USD'),
  rates: z.record(z.string(), z.string()),
});

export function openExchangeRatesFeed(
  { url, key }: Pick<FeedEndpoint, 'url' | 'key'>,
  ask: FeedFetch = createFeedClient(name),
): RateFeed {
  return {
    name,
    validForSeconds: 2 * 3600,
    hasHistory: false,
    latest: async () => {
      const symbols = ['EUR', ...requestedCurrencies].join(',');
      const query = new URLSearchParams({ app_id: key, symbols });
      const answer = parseResponse(name, Latest, await ask({ url: `${url}/api/latest.json?${query}` }));
      return { pricedAt: new Date(answer.timestamp * 1000), perEuro: toEuroRates(name, 'USD', answer.rates) };
    },
    history: async () => undefined,
  };
}
