import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const useKycState = (enabled: boolean) =>
  useQuery({
    queryKey: queryKeys.kyc,
    queryFn: ({ signal }) => call(endpoints.kyc.kycState, {}, { signal }),
    enabled,
  });
