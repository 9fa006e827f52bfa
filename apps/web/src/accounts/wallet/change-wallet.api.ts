import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryClient } from '../../platform/queries/query-client.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const currenciesToOpenQuery = queryOptions({
  queryKey: queryKeys.currenciesToOpen,
  queryFn: ({ signal }) => call(endpoints.wallet.currenciesToOpen, {}, { signal }),
});

/** A wallet is also an account, and its currency leads the others. */
function refreshWallets(): void {
  for (const queryKey of [
    queryKeys.wallets,
    queryKeys.accounts,
    queryKeys.activeCurrencies,
    queryKeys.currenciesToOpen,
  ])
    void queryClient.invalidateQueries({ queryKey });
}

export const useOpenWallet = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.wallet.open>) => call(endpoints.wallet.open, input),
    onSuccess: refreshWallets,
    meta: { showsOwnError: true },
  });

export const useUpdateWallet = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.wallet.update>) => call(endpoints.wallet.update, input),
    onSuccess: refreshWallets,
    meta: { showsOwnError: true },
  });

export const useCloseWallet = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.wallet.close>) => call(endpoints.wallet.close, input),
    onSuccess: refreshWallets,
    meta: { showsOwnError: true },
  });
