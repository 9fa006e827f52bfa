import type { QuoteView } from '@larkmere/contract/fx/conversion';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../platform/http/call-errors.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { type QuoteRequest, requestQuote } from './conversion.api.ts';

/** `until`: end of the quote by the browser's clock, in epoch milliseconds. */
export type HeldQuote = { quote: QuoteView; expiresAt: number };

/** The quote ends earlier here than on the server, so that a late press is not refused. */
const safetyMarginMs = 2000;

/**
 * The quote is never refreshed automatically: only for another request or when the user asks. The last quote stays
 * visible while the next is loading, and each replaces the one before.
 */
export function useLockedQuote(question: QuoteRequest | undefined) {
  const [round, setRound] = useState(0);
  const last = useRef<string>(undefined);
  const query = useQuery({
    queryKey: queryKeys.fxQuote(question ?? {}, round),
    queryFn: async ({ signal }): Promise<HeldQuote> => {
      const quote = await requestQuote(question as QuoteRequest, last.current, signal);
      last.current = quote.quoteId;
      return { quote, expiresAt: Date.now() + quote.validSeconds * 1000 - safetyMarginMs };
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

export function getMarketStatus({ held, error }: Pick<ReturnType<typeof useLockedQuote>, 'held' | 'error'>) {
  const isRefused = error instanceof ApiError && error.code === 'market_closed';
  const closed = held?.quote.closed;
  return {
    isClosed: isRefused || Boolean(closed),
    mayWait: isRefused || closed?.allowHoldUntilOpen === true,
    mayDeal: held?.quote.tradable === true,
  };
}
