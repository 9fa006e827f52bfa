import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { updateReviewState } from '../customer/customer.ts';
import { deleteReview, upsertReview } from './public-review.sql.ts';
import { viewReview } from './show-reviews.ts';

export const writeReview: Verb<typeof contract.publicReview.write> = async (ctx, { rating, text, showsName }) => {
  const { tx, actor } = ctx;
  if (containsContact(text)) {
    const reason = message('review_contains_contact');
    throw new Refusal('validation_failed', { reason, errors: [{ field: 'text', code: 'not_allowed', reason }] });
  }
  await upsertReview(tx, actor, { id: v7(), rating, body: text, showsName });
  await updateReviewState(tx, actor.customerId, 'done');
  await audit(ctx, 'public_review.written', `person:${actor.userId}`, { rating });
  return viewReview(ctx);
};

/** E-mail and web addresses, phone, account and card numbers: everyone reads a review. */
export const containsContact = (text: string): boolean =>
  /[^\s@]+@[^\s@]+\.[^\s@]/.test(text) || /\bhttps?:|\bwww\./i.test(text) || /(?:\d[\s().-]*){7,}/.test(text);

export const removeReview: Verb<typeof contract.publicReview.remove> = async (ctx) => {
  const { tx, actor } = ctx;
  if (!(await deleteReview(tx, actor))) return null;
  await updateReviewState(tx, actor.customerId, 'asked');
  await audit(ctx, 'public_review.removed', `person:${actor.userId}`);
  return null;
};

export const postponeReview: Verb<typeof contract.publicReview.postpone> = async ({ tx, actor }) => {
  await updateReviewState(tx, actor.customerId, 'asked');
  return null;
};
