import { readRate } from '@larkmere/money/rate';
import { z } from 'zod';
import {
  createFeedClient,
  type FeedEndpoint,
  type FeedFetch,
  type FeedPrices,
  FeedUnavailable,
  midpoint,
  parseResponse,
  type RateFeed,
  requestedCurrencies,
} from './feed.ts';

const name = 'currencycloud';
export const publicUrl = 'https://api.currencycloud.com';
const tokenMs = 25 * 60_000;

const TokenResponse = z.object({ auth_token: z.string().min(1) });
const RatesResponse = z.object({
  rates: z.record(z.string().length(6), z.tuple([z.string(), z.string()])),
  unavailable: z.array(z.string()),
});

export function currencycloudFeed(
  { url, key, account }: FeedEndpoint,
  ask: FeedFetch = createFeedClient(name),
): RateFeed {
  let token: { text: string; until: number } | undefined;
  const open = async (now: Date): Promise<string> => {
    if (token && now.getTime() < token.until) return token.text;
    const form = { login_id: account, api_key: key };
    const answer = parseResponse(name, TokenResponse, await ask({ url: `${url}/v2/authenticate/api`, form }));
    token = { text: answer.auth_token, until: now.getTime() + tokenMs };
    return token.text;
  };
  return {
    name,
    validForSeconds: 60,
    hasHistory: false,
    latest: async (now): Promise<FeedPrices> => {
      const pairs = requestedCurrencies.map((currency) => `EUR${currency}`).join(',');
      const headers = { 'x-auth-token': await open(now) };
      const text = await ask({ url: `${url}/v2/rates/find?currency_pair=${pairs}&ignore_invalid_pairs=true`, headers });
      const { rates } = parseResponse(name, RatesResponse, text);
      const perEuro = requestedCurrencies.flatMap((currency) => {
        const [bid, offer] = (rates[`EUR${currency}`] ?? []).map((price) => readRate('EUR', currency, price));
        return bid && offer ? [midpoint(bid, offer)] : [];
      });
      if (perEuro.length === 0) throw new FeedUnavailable(`${name} has no price`);
      return { pricedAt: now, perEuro };
    },
    history: async () => undefined,
  };
}
