import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { updateHiding } from './public-review.sql.ts';

export const hideReview: Verb<typeof contract.publicReviewCheck.hide> = async (ctx, { id, ground }) => {
  const { tx, actor } = ctx;
  const review = await updateHiding(tx, id, ground && { by: actor.staffId, ground });
  if (!review) throw new Refusal('not_found');
  await audit(ctx, ground ? 'public_review.hidden' : 'public_review.shown', `customer:${review.customerId}`, {
    review: id,
    ...(ground && { ground }),
  });
  return null;
};
