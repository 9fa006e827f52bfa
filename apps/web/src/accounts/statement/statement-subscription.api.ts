import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const subscriptionQuery = queryOptions({
  queryKey: queryKeys.statementSubscription,
  queryFn: ({ signal }) => call(endpoints.statement.showSubscription, {}, { signal }),
});

type Change = Readonly<
  | { kind: 'subscribe'; input: RawInput<typeof contract.statement.subscribe> }
  | { kind: 'unsubscribe'; input: RawInput<typeof contract.statement.unsubscribe> }
>;

export function useChangeSubscription() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) =>
      change.kind === 'subscribe'
        ? call(endpoints.statement.subscribe, change.input)
        : call(endpoints.statement.unsubscribe, change.input),
    onSuccess: (subscription) => cache.setQueryData(subscriptionQuery.queryKey, subscription),
    meta: { showsOwnError: true },
  });
}
