import type { contract } from '@larkmere/contract/contract';
import type { Reply, Sent } from '@larkmere/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

export type Readiness = Reply<typeof contract.upgrade.readiness>;

/** Polling interval if the live connection is down. */
const lookMs = 5000;

export const readinessQuery = queryOptions({
  queryKey: keys.upgrade,
  queryFn: ({ signal }) => call(endpoints.upgrade.readiness, {}, { signal }),
  refetchInterval: lookMs,
});

export function useAskUpgrade() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Sent<typeof contract.upgrade.ask>) => call(endpoints.upgrade.ask, input),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.upgrade }),
    meta: { shown: true },
  });
}
