import { QuoteNotice, QuotePanel } from './QuotePanel.tsx';
import { TeamNotice } from './TeamNotice.tsx';
import { closedNow, useQuote } from './use-quote.ts';

/** The quote for a question; it changes only when another one is asked for. */
export const useLockedQuote = useQuote;

/** What closed markets do to a quote: whether they are closed, and what may be done meanwhile. */
export const closedOf = closedNow;

/** What an exchange costs, line by line. */
export const QuoteFigures = QuotePanel;

/** Why there is no quote, or what closed markets do to it. */
export const QuoteNews = QuoteNotice;

/** What may come at worst of something that colleagues approve at the rate of then. */
export const WorstNotice = TeamNotice;
