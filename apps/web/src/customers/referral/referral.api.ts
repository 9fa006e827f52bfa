import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type Referrals = Reply<typeof contract.referral.list>;

export const referralsQuery = queryOptions({
  queryKey: queryKeys.referrals,
  queryFn: ({ signal }) => call(endpoints.referral.list, {}, { signal }),
});

export function useRemind() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.referral.remind>) => call(endpoints.referral.remind, input),
    // One after the other, so that the second gets the answer of the first.
    scope: { id: 'remind' },
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.referrals }),
  });
}

export function useAppeal() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.referral.appeal>) => call(endpoints.referral.appeal, input),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.referrals }),
    meta: { showsOwnError: true },
  });
}
