import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const questionsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.questions(id),
    queryFn: ({ signal }) => call(endpoints.review.questions, { id }, { signal }),
  });

export type Answers = RawInput<typeof contract.review.answer>;

export function useAnswerRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (answers: Answers) => call(endpoints.review.answer, answers),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.payments }),
    meta: { showsOwnError: true },
  });
}
