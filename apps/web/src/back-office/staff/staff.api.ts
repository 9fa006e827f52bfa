import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const manageDashboardQuery = queryOptions({
  queryKey: queryKeys.manageDashboard,
  queryFn: ({ signal }) => call(endpoints.staff.dashboard, {}, { signal }),
});
