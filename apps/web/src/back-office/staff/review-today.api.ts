import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const reviewTodayQuery = queryOptions({
  queryKey: staffKeys.reviewToday,
  queryFn: ({ signal }) => call(staffEndpoints.review.today, {}, { signal }),
  meta: { inline: true },
});
