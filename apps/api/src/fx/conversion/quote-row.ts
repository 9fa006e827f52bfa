import { money } from '@larkmere/money/money';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import type { QuoteRow } from './conversion.sql.ts';
import { type Price, rateDecimals, type Side, type Tier } from './price.ts';

type PriceColumns = Pick<
  QuoteRow,
  | 'sell'
  | 'buy'
  | 'sellMinor'
  | 'feeMinor'
  | 'buyMinor'
  | 'mid'
  | 'rate'
  | 'marginBps'
  | 'midValueMinor'
  | 'spreadMinor'
  | 'roundingMinor'
>;

export function priceFromRow(row: PriceColumns): Price {
  const [sell, buy] = [row.sell, row.buy];
  const rateOf = (text: string): Rate => {
    const rate = readRate(sell, buy, text);
    if (!rate) throw new Error(`${text} is not a rate`);
    return rate;
  };
  return {
    sell: money(sell, row.sellMinor),
    fee: money(sell, row.feeMinor),
    buy: money(buy, row.buyMinor),
    mid: rateOf(row.mid),
    rate: rateOf(row.rate),
    marginBps: row.marginBps,
    midValue: money(buy, row.midValueMinor),
    spread: money(buy, row.spreadMinor),
    rounding: money(buy, row.roundingMinor),
  };
}

export const quoteFromRow = (row: QuoteRow): Quote => ({
  id: row.id,
  state: row.state,
  tier: row.tier,
  side: row.side,
  price: priceFromRow(row),
  offHours: row.offHours,
  indicative: row.indicative,
  expiresAt: row.expiresAt,
});

export const toPriceColumns = ({ sell, fee, buy, mid, rate, marginBps, midValue, spread, rounding }: Price) => ({
  sell: sell.currency,
  buy: buy.currency,
  sellMinor: sell.minor,
  feeMinor: fee.minor,
  buyMinor: buy.minor,
  mid: formatRate(mid, rateDecimals),
  rate: formatRate(rate, rateDecimals),
  marginBps,
  midValueMinor: midValue.minor,
  spreadMinor: spread.minor,
  roundingMinor: rounding.minor,
});

export type QuoteState = 'open' | 'accepted' | 'used' | 'expired' | 'withdrawn';

export type Quote = Readonly<{
  id: string;
  state: QuoteState;
  tier: Tier;
  side: Side;
  price: Price;
  offHours: boolean;
  indicative: boolean;
  expiresAt: Date;
}>;
