import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const breakersQuery = queryOptions({
  queryKey: staffKeys.breakers,
  queryFn: ({ signal }) => call(staffEndpoints.serviceBreaker.list, {}, { signal }),
  refetchInterval: 5000,
  meta: { inline: true },
});

export type BreakerChange = RawInput<typeof contract.serviceBreaker.change>;

export function useChangeBreaker() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: BreakerChange) => call(staffEndpoints.serviceBreaker.change, input),
    onSuccess: (document) => cache.setQueryData(breakersQuery.queryKey, document),
    meta: { showsOwnError: true },
  });
}

export type BreakerDecision = Readonly<{ uid: string; note?: string; idempotency: string }>;

export function useDecideBreaker() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ uid, note, idempotency }: BreakerDecision) =>
      note === undefined
        ? call(staffEndpoints.serviceBreaker.approve, { uid, idempotency })
        : call(staffEndpoints.serviceBreaker.refuse, { uid, note, idempotency }),
    onSuccess: (document) => cache.setQueryData(breakersQuery.queryKey, document),
    meta: { showsOwnError: true },
  });
}
