import type { list } from '@larkmere/contract/accounts/wallet';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const walletsQuery = queryOptions({
  queryKey: queryKeys.wallets,
  queryFn: ({ signal }) => call(endpoints.wallet.list, {}, { signal }),
});

const pollIntervalMs = 15_000;

export const activeCurrenciesQuery = queryOptions({
  queryKey: queryKeys.activeCurrencies,
  queryFn: ({ signal }) => call(endpoints.wallet.activeCurrencies, {}, { signal }),
  refetchInterval: pollIntervalMs,
  meta: { inline: true },
});

export type Wallet = Reply<typeof list>[number];
