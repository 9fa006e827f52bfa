import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { staffKeys } from '../parts/parts.ts';
import { markOwnStep } from './own-step.ts';

const review = staffEndpoints.review;

export const reviewQueueQuery = queryOptions({
  queryKey: staffKeys.reviewQueue,
  queryFn: ({ signal }) => call(review.list, {}, { signal }),
  meta: { inline: true },
});

export const reviewCaseQuery = (uid: string) =>
  queryOptions({
    queryKey: staffKeys.reviewCase(uid),
    queryFn: ({ signal }) => call(review.show, { uid }, { signal }),
    retry: false,
    meta: { inline: true },
  });

/** A step changes the list, the payment, the counts of the menu and the page of the customer. */
function useReviewMutation<Input, Reply>(write: (input: Input) => Promise<Reply>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => {
      markOwnStep();
      void cache.invalidateQueries({ queryKey: queryKeys.manageDashboard });
      void cache.invalidateQueries({ queryKey: staffKeys.reviewToday });
      return cache.invalidateQueries({ queryKey: staffKeys.review });
    },
    meta: { showsOwnError: true },
  });
}

type Review = typeof contract.review;
export type ReviewDecision =
  | ({ verb: 'release' } & RawInput<Review['release']>)
  | ({ verb: 'refuse' } & RawInput<Review['refuse']>)
  | ({ verb: 'ask' } & RawInput<Review['requestInformation']>)
  | ({ verb: 'look' } & RawInput<Review['look']>);

async function decide(decision: ReviewDecision): Promise<unknown> {
  const { verb, ...input } = decision;
  const { release, refuse, requestInformation, look } = review;
  const row = { release, refuse, ask: requestInformation, look }[verb];
  return call(row as typeof release, input as never);
}

export const useDecideReview = () => useReviewMutation(decide);
export const useTakeNext = () =>
  useReviewMutation((input: RawInput<Review['takeNext']>) => call(review.takeNext, input));
export const useTakePayment = () => useReviewMutation((input: RawInput<Review['take']>) => call(review.take, input));
export const useHandBack = () =>
  useReviewMutation((input: RawInput<Review['handBack']>) => call(review.handBack, input));
export const useGivePayment = () => useReviewMutation((input: RawInput<Review['give']>) => call(review.give, input));
export const useEscalate = () =>
  useReviewMutation((input: RawInput<Review['escalate']>) => call(review.escalate, input));
export const usePlaceFraudHold = () =>
  useReviewMutation((input: RawInput<Review['placeFraudHold']>) => call(review.placeFraudHold, input));
export const useSettleConflict = () =>
  useReviewMutation((input: RawInput<Review['settle']>) => call(review.settle, input));
export const useAddCaseNote = () =>
  useReviewMutation((input: RawInput<typeof contract.customerFile.addNote>) =>
    call(staffEndpoints.customerFile.addNote, input),
  );
