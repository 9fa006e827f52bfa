import { QuoteNotice, QuotePanel } from './QuotePanel.tsx';
import { TeamNotice } from './TeamNotice.tsx';
import { closedNow, useQuote } from './use-quote.ts';

export const useLockedQuote = useQuote;

export const closedOf = closedNow;

export const QuoteFigures = QuotePanel;

export const QuoteNews = QuoteNotice;

export const WorstNotice = TeamNotice;
