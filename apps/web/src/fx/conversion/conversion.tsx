export { ApprovalRateNotice } from './ApprovalRateNotice.tsx';
export { QuoteNotice, QuotePanel } from './QuotePanel.tsx';
export { getMarketStatus, useLockedQuote } from './use-quote.ts';
