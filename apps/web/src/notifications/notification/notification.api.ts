import type { markRead } from '@larkmere/contract/notifications/notification';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type NotificationFilter = 'all' | 'unread';

export const useNotifications = (filter: NotificationFilter) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.notifications, filter],
    queryFn: ({ pageParam: cursor, signal }) => call(endpoints.notification.list, { filter, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Marking twice has no effect, so each try gets a new idempotency key. */
export function useMarkRead() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (which: Pick<RawInput<typeof markRead>, 'uids' | 'all' | 'before'>) =>
      call(endpoints.notification.markRead, { ...which, idempotency: newIdempotencyKey() }),
    onSuccess: (count) => {
      cache.setQueryData(queryKeys.notificationCount, count);
      return cache.invalidateQueries({ queryKey: queryKeys.notifications });
    },
  });
}
