import { queryOptions } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

export const manageDashboardQuery = queryOptions({
  queryKey: keys.manageDashboard,
  queryFn: ({ signal }) => call(endpoints.manage.dashboard, {}, { signal }),
});
