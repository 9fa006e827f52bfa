import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

const pollMs = 5_000;

/** The live connection reports a new state too; the poll is for when it is down. */
export const useKycState = (enabled: boolean) =>
  useQuery({
    queryKey: queryKeys.kyc,
    queryFn: ({ signal }) => call(endpoints.kyc.kycState, {}, { signal }),
    enabled,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  });
