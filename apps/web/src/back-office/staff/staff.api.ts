import type { WorkQueueKey } from '@larkmere/contract/back-office/work-queues';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { staffKeys } from '../parts/parts.ts';

export const manageDashboardQuery = queryOptions({
  queryKey: queryKeys.manageDashboard,
  queryFn: ({ signal }) => call(endpoints.staff.dashboard, {}, { signal }),
});

export const workQueueQuery = (key: WorkQueueKey) =>
  queryOptions({
    queryKey: staffKeys.queue(key),
    queryFn: ({ signal }) => call(endpoints.staff.queue, { key }, { signal }),
    meta: { inline: true },
  });

/** Shown once: asked a second time, the server refuses. */
export const enrolmentQuery = queryOptions({
  queryKey: staffKeys.enrolment,
  queryFn: ({ signal }) => call(endpoints.staff.qrcode, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  meta: { inline: true },
});
