import { ApprovalRateNotice } from './ApprovalRateNotice.tsx';
import { QuoteNotice, QuotePanel } from './QuotePanel.tsx';
import { marketStatusOf, useQuote } from './use-quote.ts';

export const useLockedQuote = useQuote;

export const getMarketStatus = marketStatusOf;

export const QuoteFigures = QuotePanel;

export const MarketNotice = QuoteNotice;

export const WorstCaseNotice = ApprovalRateNotice;
