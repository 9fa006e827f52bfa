import { useQuery } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

/** How far the identity check of the signed-in customer is. */
export const useKycState = (enabled: boolean) =>
  useQuery({
    queryKey: keys.kyc,
    queryFn: ({ signal }) => call(endpoints.customer.kycState, {}, { signal }),
    enabled,
  });
