import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const profileQuery = queryOptions({
  queryKey: queryKeys.profile,
  queryFn: ({ signal }) => call(endpoints.profile.show, {}, { signal }),
});

/** The code runs out and a visit ends without the page hearing of it, so it looks again. */
export const staffVisitsQuery = queryOptions({
  queryKey: queryKeys.staffVisits,
  queryFn: ({ signal }) => call(endpoints.ghostConnect.list, {}, { signal }),
  refetchInterval: 15_000,
  meta: { inline: true },
});

export function useUpdateProfile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.profile.update>) => call(endpoints.profile.update, input),
    onSuccess: (profile) => cache.setQueryData(queryKeys.profile, profile),
    meta: { showsOwnError: true },
  });
}

export const useRequestEmailChange = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.emailChange.request>) => call(endpoints.emailChange.request, input),
    meta: { showsOwnError: true },
  });

export const useRequestPhoneChange = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.phoneChange.request>) => call(endpoints.phoneChange.request, input),
    meta: { showsOwnError: true },
  });

export function useConfirmPhoneChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.phoneChange.confirm>) => call(endpoints.phoneChange.confirm, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.profile }),
    meta: { showsOwnError: true },
  });
}

export function useConfirmEmailChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.emailChange.confirm>) => call(endpoints.emailChange.confirm, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.profile }),
    meta: { showsOwnError: true },
  });
}
