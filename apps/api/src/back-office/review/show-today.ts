import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { countDecisionsToday, countHeldPayments } from './review-today.read.ts';

export const showReviewToday: Verb<typeof contract.review.today> = async ({ tx }) => {
  const [held, decided] = [await countHeldPayments(tx), await countDecisionsToday(tx)];
  const { released, refused } = decided;
  const ended = released + refused;
  return { ...held, ...decided, releasedPercent: ended === 0 ? null : Math.round((released * 100) / ended) };
};
