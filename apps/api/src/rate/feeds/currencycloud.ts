import { readRate } from '@larkmere/money/rate';
import { z } from 'zod';
import { type Ask, asker, type Place } from './ask.ts';
import { FeedSilence, type Prices, type RateFeed } from './feed.ts';
import { halfWay, readAnswer, wanted } from './read-answer.ts';

const name = 'currencycloud';
export const publicPlace = 'https://api.currencycloud.com';
const tokenMs = 25 * 60_000;

const Token = z.object({ auth_token: z.string().min(1) });
const Found = z.object({
  rates: z.record(z.string().length(6), z.tuple([z.string(), z.string()])),
  unavailable: z.array(z.string()),
});

export function currencycloudFeed({ url, key, account }: Place, ask: Ask = asker(name)): RateFeed {
  let token: { text: string; until: number } | undefined;
  const open = async (now: Date): Promise<string> => {
    if (token && now.getTime() < token.until) return token.text;
    const form = { login_id: account, api_key: key };
    const answer = readAnswer(name, Token, await ask({ url: `${url}/v2/authenticate/api`, form }));
    token = { text: answer.auth_token, until: now.getTime() + tokenMs };
    return token.text;
  };
  return {
    name,
    goodForSeconds: 60,
    tellsItsPast: false,
    latest: async (now): Promise<Prices> => {
      const pairs = wanted.map((currency) => `EUR${currency}`).join(',');
      const headers = { 'x-auth-token': await open(now) };
      const text = await ask({ url: `${url}/v2/rates/find?currency_pair=${pairs}&ignore_invalid_pairs=true`, headers });
      const { rates } = readAnswer(name, Found, text);
      const perEuro = wanted.flatMap((currency) => {
        const [bid, offer] = (rates[`EUR${currency}`] ?? []).map((price) => readRate('EUR', currency, price));
        return bid && offer ? [halfWay(bid, offer)] : [];
      });
      if (perEuro.length === 0) throw new FeedSilence(`${name} has no price`);
      return { pricedAt: now, perEuro };
    },
    history: async () => undefined,
  };
}
