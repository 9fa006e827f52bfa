import { queryOptions } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

/** The customer's wallets with their figures. */
export const walletsQuery = queryOptions({
  queryKey: keys.wallets,
  queryFn: ({ signal }) => call(endpoints.wallet.list, {}, { signal }),
});
