import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const savedCardsQuery = queryOptions({
  queryKey: queryKeys.savedCards,
  queryFn: ({ signal }) => call(endpoints.card.list, {}, { signal }),
  select: ({ list }) => list,
  // A card is saved while the customer is at the challenge of its bank.
  staleTime: 0,
});

/** What the first digits tell. They do not change, and each look-up counts towards a limit. */
export const binQuery = (bincode: string) =>
  queryOptions({
    queryKey: queryKeys.bin(bincode),
    queryFn: ({ signal }) => call(endpoints.card.lookUp, { bincode }, { signal }),
    enabled: bincode.length >= 6,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { inline: true },
  });

export function useRemoveCard() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.card.remove>) => call(endpoints.card.remove, input),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.savedCards }),
    meta: { showsOwnError: true },
  });
}
