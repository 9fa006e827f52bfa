import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { isFinal, pollDurationMs, pollIntervalAfter } from './polling.ts';

export type TopUpOrder = RawInput<typeof contract.topUp.start>;
export type TopUp = Reply<typeof contract.topUp.view>;
export type CardPrice = Reply<typeof contract.topUp.options>['prices'][number];

/** The address of the card form is signed and valid for an hour. */
const freshMs = 30 * 60_000;

export const topUpOptionsQuery = queryOptions({
  queryKey: queryKeys.topUpOptions,
  queryFn: ({ signal }) => call(endpoints.topUp.options, {}, { signal }),
  staleTime: freshMs,
});

const topUpQuery = (uid: string) =>
  queryOptions({
    queryKey: queryKeys.topUp(uid),
    queryFn: ({ signal }) => call(endpoints.topUp.view, { id: uid }, { signal }),
  });

export function useStartTopUp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (order: TopUpOrder) => call(endpoints.topUp.start, order),
    onSuccess: (topUp) => cache.setQueryData(queryKeys.topUp(topUp.uid), topUp),
    onSettled: () => {
      refreshLiveQueries();
      // Limits and prices are those of the next top-up; a card may have been saved.
      void cache.invalidateQueries({ queryKey: queryKeys.topUpOptions });
      void cache.invalidateQueries({ queryKey: queryKeys.savedCards });
    },
    meta: { showsOwnError: true },
  });
}

export function useCancelTopUp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.topUp.cancel>) => call(endpoints.topUp.cancel, input),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.topUps }),
    meta: { showsOwnError: true },
  });
}

export function usePolledTopUp(uid: string) {
  const [tired, setTired] = useState(false);
  useEffect(() => {
    if (tired) return;
    const timer = setTimeout(() => setTired(true), pollDurationMs);
    return () => clearTimeout(timer);
  }, [tired]);
  const topUp = useQuery({
    ...topUpQuery(uid),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      tired || (data && isFinal(data.state)) ? false : pollIntervalAfter(dataUpdateCount),
  });
  const again = () => {
    setTired(false);
    void topUp.refetch();
  };
  return { topUp, tired, again };
}
