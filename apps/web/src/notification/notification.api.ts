import type { Sent } from '@larkmere/contract/endpoint';
import type { markRead } from '@larkmere/contract/notification';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { keys } from '../kernel/keys.ts';

export type NotificationFilter = 'all' | 'unread';

export const useNotifications = (filter: NotificationFilter) =>
  useInfiniteQuery({
    queryKey: [...keys.notifications, filter],
    queryFn: ({ pageParam: cursor, signal }) => call(endpoints.notification.list, { filter, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Marking twice has no effect, so each try gets a new idempotency key. */
export function useMarkRead() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (which: Pick<Sent<typeof markRead>, 'uids' | 'all' | 'before'>) =>
      call(endpoints.notification.markRead, { ...which, idempotency: newIdempotencyKey() }),
    onSuccess: (count) => {
      cache.setQueryData(keys.notificationCount, count);
      return cache.invalidateQueries({ queryKey: keys.notifications });
    },
  });
}
