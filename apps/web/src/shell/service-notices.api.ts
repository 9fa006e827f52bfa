import { queryOptions } from '@tanstack/react-query';
import { call } from '../platform/http/call.ts';
import { endpoints } from '../platform/http/endpoints.ts';
import { queryKeys } from '../platform/queries/query-keys.ts';

/** An event that begins or ends by its time is fetched then. */
export const serviceNoticesQuery = queryOptions({
  queryKey: queryKeys.serviceNotices,
  queryFn: ({ signal }) => call(endpoints.serviceNotice.list, {}, { signal }),
  refetchInterval: ({ state }) => state.data?.changesInMs ?? false,
  meta: { inline: true },
});
