import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const visitReviewsQuery = queryOptions({
  queryKey: staffKeys.visitReviews,
  queryFn: ({ signal }) => call(staffEndpoints.visitReview.list, {}, { signal }),
  meta: { inline: true },
});

export const visitReviewQuery = (uid: string) =>
  queryOptions({
    queryKey: [...staffKeys.visitReviews, uid],
    queryFn: ({ signal }) => call(staffEndpoints.visitReview.show, { uid }, { signal }),
    meta: { inline: true },
  });

export function useRecordReview() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.visitReview.record>) => call(staffEndpoints.visitReview.record, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.visitReviews }),
    meta: { showsOwnError: true },
  });
}
