import { useQuery } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

export const useKycState = (enabled: boolean) =>
  useQuery({
    queryKey: keys.kyc,
    queryFn: ({ signal }) => call(endpoints.customer.kycState, {}, { signal }),
    enabled,
  });
