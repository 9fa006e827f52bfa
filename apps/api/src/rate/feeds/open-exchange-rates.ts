import { z } from 'zod';
import { type Ask, asker, type Place } from './ask.ts';
import type { RateFeed } from './feed.ts';
import { againstEuro, readAnswer, wanted } from './read-answer.ts';

const name = 'open-exchange-rates';
export const publicPlace = 'https://openexchangerates.org';

const Latest = z.object({
  timestamp: z.coerce.number().int().positive(),
  base: z.literal('USD'),
  rates: z.record(z.string(), z.string()),
});

export function openExchangeRatesFeed({ url, key }: Pick<Place, 'url' | 'key'>, ask: Ask = asker(name)): RateFeed {
  return {
    name,
    goodForSeconds: 2 * 3600,
    tellsItsPast: false,
    latest: async () => {
      const symbols = ['EUR', ...wanted].join(',');
      const query = new URLSearchParams({ app_id: key, symbols });
      const answer = readAnswer(name, Latest, await ask({ url: `${url}/api/latest.json?${query}` }));
      return { pricedAt: new Date(answer.timestamp * 1000), perEuro: againstEuro(name, 'USD', answer.rates) };
    },
    history: async () => undefined,
  };
}
