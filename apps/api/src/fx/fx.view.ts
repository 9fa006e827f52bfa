import type { MoneyView } from '@larkmere/contract/fields';
import type { ConversionView, ExchangeView, MarketRate, QuoteView } from '@larkmere/contract/fx';
import type { AccountId, Receipt } from '@larkmere/ledger/types';
import { inMarketOrder } from '@larkmere/money/market-order';
import { formatAmount, type Money, subtract } from '@larkmere/money/money';
import { formatRate, inverse, type Rate } from '@larkmere/money/rate';
import type { DealTerms, Price, Quote } from './fx.ts';
import { costOf, keptDecimals } from './price.ts';

const wire = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

/** A rate for reading: as dealers say it, with the four decimals of the specification. */
export const marketRate = (rate: Rate): MarketRate => plainRate(inMarketOrder(rate));

const plainRate = (rate: Rate): MarketRate => ({ base: rate.base, quote: rate.quote, rate: formatRate(rate, 4) });

/** Below 0.01 four decimals hide too much of a price: its other side is told beside it. */
const isSmall = ({ numerator, denominator }: Rate): boolean => numerator * 100n < denominator;

/** A quote as the customer sees it; `plus` is what the same would be with Plus. */
export function viewQuote({ id, side, price, offHours, expiresAt }: Quote, terms: DealTerms, plus?: Price): QuoteView {
  const { sell, fee, buy, rate, mid, marginBps } = price;
  const cost = costOf(price);
  const { closed, indicative, validSeconds } = terms;
  return {
    quoteId: id,
    sell: sell.currency,
    buy: buy.currency,
    sellAmount: wire(sell),
    buyAmount: wire(buy),
    side,
    rate: formatRate(rate, keptDecimals),
    midRate: formatRate(mid, keptDecimals),
    shown: marketRate(rate),
    shownMid: marketRate(mid),
    inverse: isSmall(rate) ? plainRate(inverse(rate)) : null,
    marginBps,
    margin: wire(cost.margin),
    fee: wire(fee),
    totalCost: wire(cost.total),
    totalCostPct: hundredths(cost.totalBps),
    expiresAt: expiresAt.toISOString(),
    validSeconds,
    offHours,
    closed: closed ? { ...closed, opensAt: closed.opensAt.toISOString() } : null,
    tradable: !indicative,
    plusRate: plus ? marketRate(plus.rate) : null,
    plusSaving: plus ? wire(side === 'sell' ? subtract(plus.buy, buy) : subtract(sell, plus.sell)) : null,
  };
}

const hundredths = (basisPoints: bigint): string =>
  `${basisPoints / 100n}.${String(basisPoints % 100n).padStart(2, '0')}`;

/** An exchange as its customer sees it, inside of something larger. */
export function exchangeView(price: Price): ExchangeView {
  const { sell, buy, fee, rate, mid } = price;
  return {
    sold: wire(sell),
    bought: wire(buy),
    shown: marketRate(rate),
    shownMid: marketRate(mid),
    inverse: isSmall(rate) ? plainRate(inverse(rate)) : null,
    margin: wire(costOf(price).margin),
    fee: wire(fee),
  };
}

type Done = Readonly<{
  id: string;
  reference: string;
  price: Price;
  receipt: Receipt;
  source: Readonly<{ bankholderId: string; ledgerAccountId: AccountId }>;
  target: Readonly<{ bankholderId: string; ledgerAccountId: AccountId }>;
  at: Date;
}>;

export function viewConversion({ id, reference, price, receipt, source, target, at }: Done): ConversionView {
  const standing = (account: AccountId) => {
    const state = receipt.accounts.find((a) => a.id === account);
    if (!state) throw new Error(`the ledger did not say what account ${account} stands at`);
    return { balance: wire(state.balance), available: wire(state.available) };
  };
  return {
    uid: id,
    reference,
    sold: { bankholderid: source.bankholderId, amount: wire(price.sell), ...standing(source.ledgerAccountId) },
    bought: { bankholderid: target.bankholderId, amount: wire(price.buy), ...standing(target.ledgerAccountId) },
    fee: wire(price.fee),
    totalCost: wire(costOf(price).total),
    shown: marketRate(price.rate),
    madeAt: at.toISOString(),
  };
}
