import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { requireReviewer } from './require-review.ts';
import { waitingReviews } from './review.read.ts';
import { viewReviews } from './review.view.ts';

const most = 200;

export const showReviewBoard: Verb<typeof contract.review.board> = async ({ tx, actor }) => {
  requireReviewer(actor, 'look');
  return { list: await viewReviews(tx, await waitingReviews(tx, most)) };
};
