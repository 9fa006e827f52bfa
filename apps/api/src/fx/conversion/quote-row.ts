import { type Currency, money } from '@larkmere/money/money';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import type { QuoteRow } from './conversion.sql.ts';
import { type Price, rateDecimals, type Side, type Tier } from './price.ts';

type PriceColumns = Pick<
  QuoteRow,
  | 'sell'
  | 'buy'
  | 'sell_minor'
  | 'fee_minor'
  | 'buy_minor'
  | 'mid'
  | 'rate'
  | 'margin_bps'
  | 'mid_value_minor'
  | 'spread_minor'
  | 'rounding_minor'
>;

export function priceFromRow(row: PriceColumns): Price {
  const [sell, buy] = [row.sell as Currency, row.buy as Currency];
  const rateOf = (text: string): Rate => {
    const rate = readRate(sell, buy, text);
    if (!rate) throw new Error(`${text} is not a rate`);
    return rate;
  };
  return {
    sell: money(sell, row.sell_minor),
    fee: money(sell, row.fee_minor),
    buy: money(buy, row.buy_minor),
    mid: rateOf(row.mid),
    rate: rateOf(row.rate),
    marginBps: row.margin_bps,
    midValue: money(buy, row.mid_value_minor),
    spread: money(buy, row.spread_minor),
    rounding: money(buy, row.rounding_minor),
  };
}

export const quoteFromRow = (row: QuoteRow): Quote => ({
  id: row.id,
  state: row.state as QuoteState,
  tier: row.tier as Tier,
  side: row.side as Side,
  price: priceFromRow(row),
  offHours: row.off_hours,
  indicative: row.indicative,
  expiresAt: row.expires_at,
});

export const toPriceColumns = ({ sell, fee, buy, mid, rate, marginBps, midValue, spread, rounding }: Price) => ({
  sell: sell.currency,
  buy: buy.currency,
  sell_minor: sell.minor,
  fee_minor: fee.minor,
  buy_minor: buy.minor,
  mid: formatRate(mid, rateDecimals),
  rate: formatRate(rate, rateDecimals),
  margin_bps: marginBps,
  mid_value_minor: midValue.minor,
  spread_minor: spread.minor,
  rounding_minor: rounding.minor,
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
