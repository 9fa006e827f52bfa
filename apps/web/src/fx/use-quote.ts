import type { QuoteView } from '@larkmere/contract/fx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../kernel/call-errors.ts';
import { keys } from '../kernel/keys.ts';
import { askQuote, type QuoteQuestion } from './fx.api.ts';

/** `until`: end of the quote by the browser's clock, in epoch milliseconds. */
export type HeldQuote = { quote: QuoteView; until: number };

/** The quote ends earlier here than on the server, so that a late press is not refused. */
const marginMs = 2000;

/**
 * The quote never refreshes by itself: only for another request or when the user asks. The last quote stays visible
 * while the next is loading, and each replaces the one before.
 */
export function useQuote(question: QuoteQuestion | undefined) {
  const [round, setRound] = useState(0);
  const last = useRef<string>(undefined);
  const query = useQuery({
    queryKey: keys.fxQuote(question ?? {}, round),
    queryFn: async ({ signal }): Promise<HeldQuote> => {
      const quote = await askQuote(question as QuoteQuestion, last.current, signal);
      last.current = quote.quoteId;
      return { quote, until: Date.now() + quote.validSeconds * 1000 - marginMs };
    },
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    meta: { inline: true },
  });
  const isPast = query.isPlaceholderData || query.isFetching;
  return {
    held: question === undefined || query.error ? undefined : query.data,
    updating: question !== undefined && isPast,
    error: question === undefined || query.isFetching ? undefined : (query.error ?? undefined),
    renew: () => setRound((before) => before + 1),
  };
}

export function closedNow({ held, error }: Pick<ReturnType<typeof useQuote>, 'held' | 'error'>) {
  const isRefused = error instanceof ApiError && error.code === 'market_closed';
  const closed = held?.quote.closed;
  return {
    isClosed: isRefused || Boolean(closed),
    mayWait: isRefused || closed?.allowHoldUntilOpen === true,
    mayDeal: held?.quote.tradable === true,
  };
}
