import type { ClosingPackView } from '@larkmere/contract/accounts/closing-pack';
import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import type { Purpose } from '@larkmere/contract/purpose';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

const pollMs = 2000;

export const closingPackQuery = queryOptions({
  queryKey: queryKeys.closingPack,
  queryFn: ({ signal }) => call(endpoints.statement.showClosingPack, {}, { signal }),
  refetchInterval: ({ state }) => state.data?.latest?.state === 'preparing' && pollMs,
});

export function useRequestClosingPack() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.statement.requestClosingPack>) =>
      call(endpoints.statement.requestClosingPack, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.closingPack }),
    meta: { showsOwnError: true },
  });
}

export const closingPackPurpose = ({ accounts, from, to }: ClosingPackView, idempotency: string): Purpose => ({
  operation: 'statement.export',
  accounts,
  from,
  to,
  format: 'pdf',
  amount: '0',
  currency: 'GBP',
  paymentIdempotency: idempotency,
});
