import type { Currency } from '@larkmere/money/money';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { ConversionCause } from './book-conversion.ts';

export {
  approvalRequirementsForConversion,
  approvalRequirementsForPayments,
  convertAtMid,
} from './approval-requirements.ts';
export {
  bookConversion,
  buildConversionPostings,
  marginCost,
  recordConversions,
  recordPaymentConversion,
} from './book-conversion.ts';
export { marketHours, priceRule, quoteSetting } from './conversion.settings.ts';
export { currentMarketHours } from './conversion.sql.ts';
export { toExchangeView } from './conversion.view.ts';
export { createFxQuote } from './create-quote.ts';
export { currentDealTerms, type DealTerms } from './deal-terms.ts';
export { listExchangePrices, marginsForSellCurrency, pairMargins } from './exchange-prices.ts';
export { createImmediateQuote, type EndedQuote, honourDisplayedRate, storeEndedQuote } from './immediate-quote.ts';
export { findClosedMoment, type MarketClosures, opensAgain, reopensAt } from './market-hours.ts';
export {
  calculatePrice,
  exchangeCostIncludingDeductions,
  type Price,
  spotPrice,
  type Tier,
  tierRate,
} from './price.ts';
export {
  findOwnQuote,
  findQuotes,
  lockOpenQuote,
  markQuoteUsed,
  priceFromRow,
  type Quote,
  toPriceColumns,
  withdrawLockedQuote,
} from './quote-row.ts';
export { isOwnExchange, requireTradableAccount, requireTradingPermission } from './trading-permission.ts';

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
