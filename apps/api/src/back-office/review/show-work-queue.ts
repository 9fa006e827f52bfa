import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectReviewQueue } from './review.read.ts';
import { toReviewViews } from './review.view.ts';

const maxResults = 200;

export const showReviewQueue: Verb<typeof contract.review.workQueue> = async ({ tx }) => {
  return { list: await toReviewViews(tx, await selectReviewQueue(tx, maxResults)) };
};
