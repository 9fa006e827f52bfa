import { queryOptions } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

export const walletsQuery = queryOptions({
  queryKey: keys.wallets,
  queryFn: ({ signal }) => call(endpoints.wallet.list, {}, { signal }),
});

const lookMs = 15_000;

export const activeCurrenciesQuery = queryOptions({
  queryKey: keys.activeCurrencies,
  queryFn: ({ signal }) => call(endpoints.wallet.activeCurrencies, {}, { signal }),
  refetchInterval: lookMs,
  meta: { inline: true },
});
