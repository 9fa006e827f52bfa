import { queryOptions } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

/** The customer's wallets with their figures. */
export const walletsQuery = queryOptions({
  queryKey: keys.wallets,
  queryFn: ({ signal }) => call(endpoints.wallet.list, {}, { signal }),
});

/** Between two looks at the rates in the header. */
const lookMs = 15_000;

/** The active currencies with what a pound buys of each. */
export const activeCurrenciesQuery = queryOptions({
  queryKey: keys.activeCurrencies,
  queryFn: ({ signal }) => call(endpoints.wallet.activeCurrencies, {}, { signal }),
  refetchInterval: lookMs,
  meta: { inline: true },
});
