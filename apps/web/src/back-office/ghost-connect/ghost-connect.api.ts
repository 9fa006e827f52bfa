import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const visitsQuery = (id: string) =>
  queryOptions({
    queryKey: staffKeys.visits(id),
    queryFn: ({ signal }) => call(staffEndpoints.ghostConnect.show, { id }, { signal }),
    meta: { inline: true },
  });

type Calls = typeof contract.ghostConnect;

export const useRequestConsent = () =>
  useMutation({
    mutationFn: (input: RawInput<Calls['requestConsent']>) => call(staffEndpoints.ghostConnect.requestConsent, input),
    meta: { showsOwnError: true },
  });

export const useConnect = () =>
  useMutation({
    mutationFn: (input: RawInput<Calls['connect']>) => call(staffEndpoints.ghostConnect.connect, input),
    meta: { showsOwnError: true },
  });

export function useEndVisit(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<Calls['end']>) => call(staffEndpoints.ghostConnect.end, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.visits(id) }),
    meta: { showsOwnError: true },
  });
}
