import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

const ownKey = [...queryKeys.publicReview, 'own'];

export const publishedReviewsQuery = queryOptions({
  queryKey: [...queryKeys.publicReview, 'published'],
  queryFn: ({ signal }) => call(endpoints.publicReview.published, {}, { signal }),
  meta: { inline: true },
});

export const ownReviewQuery = queryOptions({
  queryKey: ownKey,
  queryFn: ({ signal }) => call(endpoints.publicReview.show, {}, { signal }),
  meta: { inline: true },
});

export function useWriteReview() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.publicReview.write>) => call(endpoints.publicReview.write, input),
    onSuccess: (review) => cache.setQueryData(ownKey, review),
    meta: { showsOwnError: true },
  });
}

export function useRemoveReview() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.publicReview.remove>) => call(endpoints.publicReview.remove, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: ownKey }),
    meta: { showsOwnError: true },
  });
}

export const usePostponeReview = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.publicReview.postpone>) =>
      call(endpoints.publicReview.postpone, input),
    meta: { showsOwnError: true },
  });
