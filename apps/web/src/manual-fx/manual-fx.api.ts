import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import type { DealView } from '@larkmere/contract/manual-fx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

/** Polling interval if the live connection is down: a dealer's quote lasts minutes. */
const lookMs = 5000;

export const dealsQuery = queryOptions({
  queryKey: keys.deals,
  queryFn: ({ signal }) => call(endpoints.manualFx.list, {}, { signal }),
  refetchInterval: lookMs,
});

function useDealWrite<Input>(write: (input: Input) => Promise<DealView>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => {
      refreshMoney();
      return cache.invalidateQueries({ queryKey: keys.deals });
    },
    meta: { shown: true },
  });
}

export type DealRequest = Sent<typeof contract.manualFx.request>;
export type DealAcceptance = Sent<typeof contract.manualFx.accept>;

export const useRequestDeal = () => useDealWrite((input: DealRequest) => call(endpoints.manualFx.request, input));
export const useAcceptDeal = () => useDealWrite((input: DealAcceptance) => call(endpoints.manualFx.accept, input));

/** Repeating has no effect, so each press gets a new idempotency key. */
export const useEndDeal = () =>
  useDealWrite(({ uid, how }: { uid: string; how: 'decline' | 'withdraw' }) =>
    call(endpoints.manualFx[how], { uid, idempotency: newIdempotencyKey() }),
  );
