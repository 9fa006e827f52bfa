import type { ConversionView, ExchangeView, QuoteView } from '@larkmere/contract/fx/conversion';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import type { AccountId, Receipt } from '@larkmere/ledger/types';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { formatAmount, type Money, subtract } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import type { DealTerms } from './deal-terms.ts';
import { costOf, type Price, rateDecimals } from './price.ts';
import type { Quote } from './quote-row.ts';
import type { CustomerAccount } from './trading-permission.ts';
import type { WorstCaseQuote } from './worst-case-quote.ts';

const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

export function viewQuote(
  { id, side, price, offHours, expiresAt }: Quote,
  terms: DealTerms,
  { plus, worst }: Readonly<{ plus?: Price | undefined; worst?: WorstCaseQuote | undefined }>,
): QuoteView {
  const { sell, fee, buy, rate, mid, marginBps } = price;
  const cost = costOf(price);
  const { closed, indicative, validSeconds, feeLines } = terms;
  return {
    quoteId: id,
    sell: sell.currency,
    buy: buy.currency,
    sellAmount: toMoneyView(sell),
    buyAmount: toMoneyView(buy),
    side,
    rate: formatRate(rate, rateDecimals),
    midRate: formatRate(mid, rateDecimals),
    displayedRate: toDisplayedRate(rate),
    displayedMidRate: toDisplayedRate(mid),
    marginBps,
    margin: toMoneyView(cost.margin),
    fee: toMoneyView(fee),
    feeLines: feeLines.map(({ label, amount }) => ({ label, amount: toMoneyView(amount) })),
    totalCost: toMoneyView(cost.total),
    totalCostPct: formatPercent(cost.totalBps),
    expiresAt: expiresAt.toISOString(),
    validSeconds,
    offHours,
    closed: closed ? { ...closed, opensAt: closed.opensAt.toISOString() } : null,
    tradable: !indicative,
    plusRate: plus ? toDisplayedRate(plus.rate) : null,
    plusSaving: plus ? toMoneyView(side === 'sell' ? subtract(plus.buy, buy) : subtract(sell, plus.sell)) : null,
    team: worst ? toApprovalTerms(worst) : null,
  };
}

const toApprovalTerms = ({ quote: { price }, limit }: WorstCaseQuote): QuoteView['team'] => ({
  maxDebit: toMoneyView(price.sell),
  minCredit: toMoneyView(price.buy),
  worstCase: formatAmount(limit),
});

const formatPercent = (basisPoints: bigint): string =>
  `${basisPoints / 100n}.${String(basisPoints % 100n).padStart(2, '0')}`;

export function toExchangeView(price: Price): ExchangeView {
  const { sell, buy, fee, rate, mid } = price;
  return {
    sold: toMoneyView(sell),
    bought: toMoneyView(buy),
    displayedRate: toDisplayedRate(rate),
    displayedMidRate: toDisplayedRate(mid),
    margin: toMoneyView(costOf(price).margin),
    fee: toMoneyView(fee),
  };
}

type Accounts = Readonly<{ source: CustomerAccount; target: CustomerAccount }>;
type ExecutedConversion = Accounts &
  Readonly<{ id: string; reference: string; price: Price; receipt: Receipt; at: Date }>;

export const viewConversion = ({
  id,
  reference,
  price,
  receipt,
  at,
  ...accounts
}: ExecutedConversion): ConversionView => ({
  uid: id,
  reference,
  ...viewSides(price, accounts, receipt.accounts),
  executedAt: at.toISOString(),
  approvalRequest: null,
});

type AccountBalance = Readonly<{ id: AccountId; balance: Money; available: Money }>;
type PendingConversionDetails = Readonly<{
  id: string;
  accounts: readonly AccountBalance[];
  approvalRequest: ConversionView['approvalRequest'];
}>;

export const viewPendingConversion = (
  { id, accounts, approvalRequest }: PendingConversionDetails,
  { worst, at, ...own }: Accounts & Readonly<{ worst: WorstCaseQuote; at: Date }>,
): ConversionView => ({
  uid: id,
  reference: null,
  ...viewSides(worst.quote.price, own, accounts),
  executedAt: at.toISOString(),
  approvalRequest,
});

function viewSides(price: Price, { source, target }: Accounts, accounts: readonly AccountBalance[]) {
  const standing = ({ ledgerAccountId }: CustomerAccount) => {
    const state = accounts.find(({ id }) => id === ledgerAccountId);
    if (!state) throw new Error(`the ledger did not say what account ${ledgerAccountId} stands at`);
    return { balance: toMoneyView(state.balance), available: toMoneyView(state.available) };
  };
  return {
    sold: { bankholderid: source.bankholderId, amount: toMoneyView(price.sell), ...standing(source) },
    bought: { bankholderid: target.bankholderId, amount: toMoneyView(price.buy), ...standing(target) },
    fee: toMoneyView(price.fee),
    totalCost: toMoneyView(costOf(price).total),
    displayedRate: toDisplayedRate(price.rate),
  };
}
