import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

export const questionsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.questions(id),
    queryFn: ({ signal }) => call(endpoints.review.questions, { id }, { signal }),
  });

export type Answers = Sent<typeof contract.review.answer>;

export function useAnswer() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (answers: Answers) => call(endpoints.review.answer, answers),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.payments }),
    meta: { shown: true },
  });
}
