import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, OperationId, Posting, Receipt } from '@larkmere/ledger/types';
import { message } from '@larkmere/messages/message';
import { type Currency, formatAmount, type Money } from '@larkmere/money/money';
import {
  bookOperations,
  createOperationId,
  firmAccountId,
  generateReference,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { defineEvent } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import { present } from '../../platform/values/values.ts';
import { conversionPostings } from './conversion.postings.ts';
import { priceRule } from './conversion.settings.ts';
import { type PriceRule, setQuoteState } from './conversion.sql.ts';
import { costOf, type Price, type Tier } from './price.ts';
import type { Quote } from './quote-row.ts';
import { type ConversionCause, type ConversionRequest, recordConversions } from './record-conversions.ts';

export {
  approvalRequirementsForConversion,
  approvalRequirementsForPayments,
  convertAtMid,
} from './approval-requirements.ts';
export { marketHours, priceRule, quoteSetting } from './conversion.settings.ts';
export { currentMarketHours } from './conversion.sql.ts';
export { toExchangeView } from './conversion.view.ts';
export { createFxQuote } from './create-quote.ts';
export { isOwnExchange, requireTradableAccount } from './customer-account.ts';
export { currentDealTerms, type DealTerms } from './deal-terms.ts';
export { honourDisplayedRate } from './honour-displayed-rate.ts';
export { createImmediateQuote, type EndedQuote, storeEndedQuote } from './immediate-quote.ts';
export { listExchangePrices } from './list-exchange-prices.ts';
export { findClosedMoment, type MarketClosures, opensAgain, reopensAt } from './market-hours.ts';
export {
  calculatePrice,
  exchangeCostIncludingDeductions,
  type Price,
  spotPrice,
  type Tier,
  tierRate,
} from './price.ts';
export { findOwnQuote, findQuotes, lockOpenQuote, priceFromRow, type Quote, toPriceColumns } from './quote-row.ts';
export { recordConversions, recordPaymentConversion } from './record-conversions.ts';
export { requireTradingPermission } from './trading-permission.ts';
export {
  createWorstCaseQuote,
  quoteWithinAgreedLimit,
  requireWorstCaseConsent,
  type WorstCaseQuote,
} from './worst-case-quote.ts';

export type ConversionEvent = Readonly<{
  conversionId: string;
  customerId: string;
  userId: string | null;
  cause: ConversionCause;
  sold: string;
  sell: Currency;
  bought: string;
  buy: Currency;
  rate: string;
  link: string;
}>;
export const fxConverted = defineEvent<ConversionEvent>('fx.converted');

/** Excludes the out-of-hours markup. */
export async function pairMargins(
  { tx }: Pick<Ctx, 'tx'>,
  sell: Currency,
  buy: Currency,
): Promise<TierMargins | undefined> {
  return tierMargins(await listSettings(tx, priceRule, { sell, buy }));
}

export async function marginsForSellCurrency(
  { tx }: Pick<Ctx, 'tx'>,
  sell: Currency,
): Promise<Map<Currency, TierMargins>> {
  const byBought = Map.groupBy(await listSettings(tx, priceRule, { sell }), ({ buy }) => buy);
  return new Map(
    [...byBought].flatMap(([buy, rules]) => {
      const margins = tierMargins(rules);
      return margins ? [[buy, margins] as const] : [];
    }),
  );
}

type TierMargins = Readonly<Record<Tier, number>>;

function tierMargins(rules: readonly PriceRule[]): TierMargins | undefined {
  const of = (tier: Tier): number | undefined => rules.find((rule) => rule.tier === tier)?.marginBps;
  const [plus, wallet] = [of('plus'), of('wallet')];
  return plus === undefined || wallet === undefined ? undefined : { plus, wallet };
}

export const markQuoteUsed = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> =>
  setQuoteState(tx, quote.id, 'used');

export const withdrawLockedQuote = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> =>
  setQuoteState(tx, quote.id, 'withdrawn');

export async function buildConversionPostings(
  { tx }: Pick<Ctx, 'tx'>,
  price: Price,
  from: AccountId,
  to: AccountId,
): Promise<Posting[]> {
  const [sell, buy] = [price.sell.currency, price.buy.currency];
  const [positionSold, positionBought, feeIncome, spreadIncome, rounding] = await pipeline(
    firmAccountId(tx, `position:${sell}`),
    firmAccountId(tx, `position:${buy}`),
    firmAccountId(tx, `fee-income:fx:${sell}`),
    firmAccountId(tx, `fx-spread:${buy}`),
    firmAccountId(tx, `fx-rounding:${buy}`),
  );
  return conversionPostings(price, { from, to, positionSold, positionBought, feeIncome, spreadIncome, rounding });
}

export type Conversion = Readonly<{ id: OperationId; reference: string; receipt: Receipt }>;

/**
 * Posts and records a conversion in the caller's transaction. The caller emits `fx.converted`. Refuses
 * `insufficient_funds` and `account_not_usable`.
 */
export async function bookConversion(ctx: Pick<Ctx, 'tx' | 'now'>, deal: ConversionRequest): Promise<Conversion> {
  const { tx } = ctx;
  const id = createOperationId();
  const reference = generateReference();
  await recordConversions(ctx, [{ id, reference, request: deal }]);
  const postings = await buildConversionPostings(ctx, deal.price, deal.from, deal.to);
  const freeing = deal.holdToRelease ? [{ kind: 'void_hold', ...deal.holdToRelease } as const] : [];
  const conversion = { kind: 'post', id, code: 'fx.converted', postings } as const;
  const receipts = await bookOperations(tx, [...freeing, conversion]).catch((error: unknown) => {
    if (error instanceof InsufficientFunds)
      throw new Refusal('insufficient_funds', insufficientFundsDetails(deal.price));
    throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
  });
  return { id, reference, receipt: present(receipts.at(-1), 'the receipt') };
}

const insufficientFundsDetails = ({ sell }: Price) => ({
  reason: message('exchange_insufficient_funds', { needed: sell }),
  data: { needed: formatAmount(sell), currency: sell.currency },
});
export const marginCost = (price: Price): Money => costOf(price).margin;
