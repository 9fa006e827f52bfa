import type { contract } from '@larkmere/contract/contract';
import type { DealView } from '@larkmere/contract/fx/manual-fx';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

/** Polling interval if the live connection is down: a dealer's quote lasts minutes. */
const pollIntervalMs = 5000;

export const dealsQuery = queryOptions({
  queryKey: queryKeys.deals,
  queryFn: ({ signal }) => call(endpoints.manualFx.list, {}, { signal }),
  refetchInterval: pollIntervalMs,
});

function useDealMutation<Input>(write: (input: Input) => Promise<DealView>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => {
      refreshLiveQueries();
      return cache.invalidateQueries({ queryKey: queryKeys.deals });
    },
    meta: { showsOwnError: true },
  });
}

export type DealRequest = RawInput<typeof contract.manualFx.request>;
export type DealAcceptance = RawInput<typeof contract.manualFx.accept>;

export const useRequestDeal = () => useDealMutation((input: DealRequest) => call(endpoints.manualFx.request, input));
export const useAcceptDeal = () => useDealMutation((input: DealAcceptance) => call(endpoints.manualFx.accept, input));

/** Repeating has no effect, so each press gets a new idempotency key. */
export const useEndDeal = () =>
  useDealMutation(({ uid, how }: { uid: string; how: 'decline' | 'withdraw' }) =>
    call(endpoints.manualFx[how], { uid, idempotency: newIdempotencyKey() }),
  );
