import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type Readiness = Reply<typeof contract.upgrade.readiness>;

/** Polling interval if the live connection is down. */
const pollIntervalMs = 5000;

export const readinessQuery = queryOptions({
  queryKey: queryKeys.upgrade,
  queryFn: ({ signal }) => call(endpoints.upgrade.readiness, {}, { signal }),
  refetchInterval: pollIntervalMs,
});

export function useRequestUpgrade() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.upgrade.request>) => call(endpoints.upgrade.request, input),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.upgrade }),
    meta: { showsOwnError: true },
  });
}
