import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

/** The form is on a page without this query, so what was sent there shows only after another look. */
export const memberCheckQuery = queryOptions({
  queryKey: queryKeys.memberCheck,
  queryFn: ({ signal }) => call(endpoints.memberCheck.show, {}, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  meta: { inline: true },
});

export function useSendMemberLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.memberCheck.sendLink, { idempotency: newIdempotencyKey() }),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.memberCheck }),
  });
}
