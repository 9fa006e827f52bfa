import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import type { Currency } from '@larkmere/money/money';
import { cross, type Rate, readRate } from '@larkmere/money/rate';
import { z } from 'zod';
import { tradingDayMs } from '../trading-calendar.ts';
import {
  type Bar,
  createFeedClient,
  type FeedEndpoint,
  type FeedFetch,
  FeedUnavailable,
  type HistoryRange,
  midpoint,
  parseResponse,
  type RateFeed,
  requestedCurrencies,
} from './feed.ts';

const name = 'oanda';
export const publicUrl = 'https://api-fxtrade.oanda.com';

const granularity = { '5M': 'M5', '30M': 'M30', '1H': 'H1', '4H': 'H4', '1D': 'D' } as const;
const lengthMs: Readonly<Record<Timeframe, number>> = {
  '5M': 300_000,
  '30M': 1_800_000,
  '1H': 3_600_000,
  '4H': 14_400_000,
  '1D': tradingDayMs,
};

const eurPairs = [
  'GBP',
  'USD',
  'JPY',
  'AUD',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'HKD',
  'HUF',
  'NOK',
  'NZD',
  'PLN',
  'SEK',
  'SGD',
  'ZAR',
];
/** EUR is not quoted directly against these, so they are crossed through USD. AED and CNY are not quoted at all. */
const usdPairs = ['THB', 'INR', 'MXN'];
const instrumentOf = (currency: Currency): string | undefined =>
  eurPairs.includes(currency) ? `EUR_${currency}` : usdPairs.includes(currency) ? `USD_${currency}` : undefined;

const Candle = z.object({
  time: z.iso.datetime({ precision: null }),
  complete: z.boolean(),
  mid: z.object({ c: z.string() }),
});
const Candles = z.object({ instrument: z.string(), granularity: z.string(), candles: z.array(Candle) });
type Candle = z.output<typeof Candle>;
const Pricing = z.object({
  prices: z.array(
    z.object({ instrument: z.string(), time: z.iso.datetime(), closeoutBid: z.string(), closeoutAsk: z.string() }),
  ),
});

export function oandaFeed({ url, key, account }: FeedEndpoint, ask: FeedFetch = createFeedClient(name)): RateFeed {
  const headers = { authorization: `Bearer ${key}`, 'accept-datetime-format': 'RFC3339' };
  const candles = async (instrument: string, { timeframe, from, to }: HistoryRange): Promise<readonly Candle[]> => {
    // OANDA stamps a candle at its start, Larkmere at its end.
    const query = new URLSearchParams({
      price: 'M',
      granularity: granularity[timeframe],
      from: new Date(from.getTime() - lengthMs[timeframe]).toISOString(),
      to: to.toISOString(),
      dailyAlignment: '17',
      alignmentTimezone: 'America/New_York',
    });
    return parseResponse(
      name,
      Candles,
      await ask({ url: `${url}/v3/instruments/${instrument}/candles?${query}`, headers }),
    ).candles;
  };
  return {
    name,
    validForSeconds: 60,
    hasHistory: true,
    latest: async () => {
      const names = requestedCurrencies.flatMap((currency) => instrumentOf(currency) ?? []).join(',');
      const text = await ask({ url: `${url}/v3/accounts/${account}/pricing?instruments=${names}`, headers });
      const { prices } = parseResponse(name, Pricing, text);
      const dollars = prices.filter(({ instrument }) => instrument.startsWith('USD_')).map(midOf);
      const euros = prices.filter(({ instrument }) => instrument.startsWith('EUR_')).map(midOf);
      const euroDollar = euros.find(({ quote }) => quote === 'USD');
      if (!euroDollar) throw new FeedUnavailable(`${name} named no price of the euro`);
      const pricedAt = new Date(Math.min(...prices.map(({ time }) => Date.parse(time))));
      return { pricedAt, perEuro: [...euros, ...dollars.map((rate) => cross(euroDollar, rate))] };
    },
    history: async (currency, range) => {
      const instrument = instrumentOf(currency);
      if (instrument === undefined) return [];
      const own = barsOf(await candles(instrument, range), instrument, range);
      if (instrument.startsWith('EUR_')) return own.map(({ at, rate }) => ({ at, perEuro: rate }));
      const lead = new Map(
        barsOf(await candles('EUR_USD', range), 'EUR_USD', range).map((bar) => [bar.at.getTime(), bar]),
      );
      return own.flatMap(({ at, rate }): Bar[] => {
        const euro = lead.get(at.getTime());
        return euro ? [{ at, perEuro: cross(euro.rate, rate) }] : [];
      });
    },
  };
}

type Pair = Readonly<{ base: Currency; quote: Currency }>;
const pairOf = (instrument: string): Pair => {
  const [base, quote] = instrument.split('_') as [Currency, Currency];
  return { base, quote };
};

function midOf(price: Readonly<{ instrument: string; closeoutBid: string; closeoutAsk: string }>): Rate {
  const { base, quote } = pairOf(price.instrument);
  const [bid, ask] = [price.closeoutBid, price.closeoutAsk].map((text) => readRate(base, quote, text));
  if (!bid || !ask) throw new FeedUnavailable(`${name} named no price of ${price.instrument}`);
  return midpoint(bid, ask);
}

function barsOf(candles: readonly Candle[], instrument: string, { timeframe, from, to, now }: HistoryRange) {
  const { base, quote } = pairOf(instrument);
  return candles.flatMap(({ time, mid }) => {
    const rate = readRate(base, quote, mid.c);
    if (!rate) throw new FeedUnavailable(`${name} has no close of ${instrument} at ${time}`);
    const at = new Date(Math.min(Date.parse(time) + lengthMs[timeframe], now.getTime()));
    return at > from && at <= to ? [{ at, rate }] : [];
  });
}
