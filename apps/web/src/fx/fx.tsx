import { QuotePanel } from './QuotePanel.tsx';
import { useQuote } from './use-quote.ts';

/** The quote for a question; it changes only when another one is asked for. */
export const useLockedQuote = useQuote;

/** What an exchange costs, line by line. */
export const QuoteFigures = QuotePanel;
