import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const accessRequestsQuery = queryOptions({
  queryKey: queryKeys.accessRequests,
  queryFn: ({ signal }) => call(endpoints.accessRequest.list, {}, { signal }),
  meta: { inline: true },
});

type Sends<Name extends keyof typeof contract.accessRequest> = RawInput<(typeof contract.accessRequest)[Name]>;
export type AccessDecision = { kind: 'approve'; order: Sends<'approve'> } | { kind: 'refuse'; order: Sends<'refuse'> };

/** A refusal loads again too: another owner may have decided meanwhile. */
export function useDecideAccess() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, order }: AccessDecision): Promise<unknown> =>
      kind === 'approve' ? call(endpoints.accessRequest.approve, order) : call(endpoints.accessRequest.refuse, order),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.users }),
    meta: { showsOwnError: true },
  });
}
