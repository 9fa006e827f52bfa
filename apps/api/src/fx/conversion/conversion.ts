/**
 * An exchange between two accounts of a customer: rate, quote, approval, and the booking with its postings. Margins and
 * market hours are settings. Payments, orders and deals price and book their exchanges through this module.
 */

export {
  approvalRequirementsForConversion,
  approvalRequirementsForPayments,
  convertAtMid,
} from './approval-requirements.ts';
export {
  type AcceptedBatch,
  acceptBatch,
  type BatchQuote,
  createBatchQuote,
  findBatchQuote,
  findOwnBatchQuote,
  priceBatch,
  repriceBatch,
  requireOpenBatchQuote,
} from './batch-quote.ts';
export {
  bookConversion,
  buildConversionPostings,
  type ConversionEvent,
  fxConverted,
  marginCost,
  recordConversions,
  recordPaymentConversion,
} from './book-conversion.ts';
export { marketHours, priceRule, quoteSetting } from './conversion.settings.ts';
export { currentMarketHours } from './conversion.sql.ts';
export { toExchangeView } from './conversion.view.ts';
export { createFxQuote } from './create-quote.ts';
export { currentDealTerms, type DealTerms } from './deal-terms.ts';
export { findClosedMarket, listExchangePrices, marginsForSellCurrency, pairMargins } from './exchange-prices.ts';
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
export {
  type CustomerAccount,
  isOwnExchange,
  requireTradableAccount,
  requireTradingPermission,
} from './trading-permission.ts';
export {
  createWorstCaseQuote,
  quoteWithinAgreedLimit,
  requireWorstCaseConsent,
  type WorstCaseQuote,
} from './worst-case-quote.ts';
