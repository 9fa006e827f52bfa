import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { deleteReviewsOf } from './public-review.sql.ts';

export const eraseReviews: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people } }) => {
  if (people.length > 0) await deleteReviewsOf(tx, people);
};
