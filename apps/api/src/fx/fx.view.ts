import type { MoneyView } from '@larkmere/contract/fields';
import type { ConversionView, ExchangeView, QuoteView } from '@larkmere/contract/fx';
import type { AccountId, Receipt } from '@larkmere/ledger/types';
import { formatAmount, type Money, subtract } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import { showRate } from '@larkmere/money/rate-text';
import type { DealTerms, Price, Quote } from './fx.ts';
import type { Holding } from './own-holding.ts';
import { costOf, keptDecimals } from './price.ts';
import type { Worst } from './worst-quote.ts';

const wire = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

export function viewQuote(
  { id, side, price, offHours, expiresAt }: Quote,
  terms: DealTerms,
  { plus, worst }: Readonly<{ plus?: Price | undefined; worst?: Worst | undefined }>,
): QuoteView {
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
    shown: showRate(rate),
    shownMid: showRate(mid),
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
    plusRate: plus ? showRate(plus.rate) : null,
    plusSaving: plus ? wire(side === 'sell' ? subtract(plus.buy, buy) : subtract(sell, plus.sell)) : null,
    team: worst ? teamOf(worst) : null,
  };
}

const teamOf = ({ quote: { price }, limit }: Worst): QuoteView['team'] => ({
  most: wire(price.sell),
  least: wire(price.buy),
  worst: formatAmount(limit),
});

const hundredths = (basisPoints: bigint): string =>
  `${basisPoints / 100n}.${String(basisPoints % 100n).padStart(2, '0')}`;

export function exchangeView(price: Price): ExchangeView {
  const { sell, buy, fee, rate, mid } = price;
  return {
    sold: wire(sell),
    bought: wire(buy),
    shown: showRate(rate),
    shownMid: showRate(mid),
    margin: wire(costOf(price).margin),
    fee: wire(fee),
  };
}

type Accounts = Readonly<{ source: Holding; target: Holding }>;
type Done = Accounts & Readonly<{ id: string; reference: string; price: Price; receipt: Receipt; at: Date }>;

export const viewConversion = ({ id, reference, price, receipt, at, ...accounts }: Done): ConversionView => ({
  uid: id,
  reference,
  ...sides(price, accounts, receipt.accounts),
  madeAt: at.toISOString(),
  teamApproval: null,
});

type Standing = Readonly<{ id: AccountId; balance: Money; available: Money }>;
type Asked = Readonly<{ id: string; accounts: readonly Standing[]; teamApproval: ConversionView['teamApproval'] }>;

export const viewAsked = (
  { id, accounts, teamApproval }: Asked,
  { worst, at, ...own }: Accounts & Readonly<{ worst: Worst; at: Date }>,
): ConversionView => ({
  uid: id,
  reference: null,
  ...sides(worst.quote.price, own, accounts),
  madeAt: at.toISOString(),
  teamApproval,
});

function sides(price: Price, { source, target }: Accounts, accounts: readonly Standing[]) {
  const standing = ({ ledgerAccountId }: Holding) => {
    const state = accounts.find(({ id }) => id === ledgerAccountId);
    if (!state) throw new Error(`the ledger did not say what account ${ledgerAccountId} stands at`);
    return { balance: wire(state.balance), available: wire(state.available) };
  };
  return {
    sold: { bankholderid: source.bankholderId, amount: wire(price.sell), ...standing(source) },
    bought: { bankholderid: target.bankholderId, amount: wire(price.buy), ...standing(target) },
    fee: wire(price.fee),
    totalCost: wire(costOf(price).total),
    shown: showRate(price.rate),
  };
}
