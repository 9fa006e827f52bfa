import type { contract } from '@larkmere/contract/contract';
import type { OwnReview, PublicReviewView } from '@larkmere/contract/customers/public-review';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findCustomer, selectReviewState, updateReviewState } from '../customer/customer.ts';
import {
  countRatings,
  findCustomersToAsk,
  type RatingCount,
  selectPublished,
  selectReviewsOf,
} from './public-review.read.ts';
import { deleteReview, type ReviewRow, selectReview, updateHiding, upsertReview } from './public-review.sql.ts';

const shownReviews = 12;

export const showReview: Verb<typeof contract.publicReview.show> = (ctx) => viewReview(ctx);

export async function viewReview({ tx, actor }: CustomerCtx): Promise<PublicReviewView> {
  const [state, review] = [await selectReviewState(tx, actor.customerId), await selectReview(tx, actor)];
  return { state, review: review ? toView(review) : null };
}

const toView = (row: ReviewRow): OwnReview => ({
  uid: row.id,
  rating: row.rating,
  text: row.body,
  showsName: row.showsName,
  writtenAt: row.writtenAt.toISOString(),
  hiddenFor: row.hiddenFor,
});

export const showPublished: Verb<typeof contract.publicReview.published> = async ({ tx }) => {
  const [counts, list] = [await countRatings(tx), await selectPublished(tx, shownReviews)];
  return {
    ...averageOf(counts),
    counts: [...counts],
    list: list.map((each) => ({
      ...each,
      name: each.name && toPublicName(each.name),
      writtenAt: each.writtenAt.toISOString(),
    })),
  };
};

/** Exact: tenths are counted in whole numbers and rounded half up. */
export function averageOf(counts: readonly RatingCount[]): { count: number; average: string | null } {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return { count, average: null };
  const total = counts.reduce((sum, each) => sum + each.rating * each.count, 0);
  const tenths = Math.floor((total * 20 + count) / (2 * count));
  return { count, average: `${Math.floor(tenths / 10)}.${tenths % 10}` };
}

/** “Anong S.”: the first name and the initial of the last. */
export function toPublicName(name: string): string {
  const words = name.trim().split(/\s+/);
  const initial = words.length > 1 ? ` ${words.at(-1)?.match(/./u)?.[0]}.` : '';
  return `${words[0]}${initial}`;
}

export const listReviewsForStaff: Verb<typeof contract.publicReviewCheck.list> = async ({ tx }, { id }) => {
  if (!(await findCustomer(tx, id))) throw new Refusal('not_found');
  const list = await selectReviewsOf(tx, id);
  return {
    list: list.map(({ name: _name, ...review }) => ({
      ...review,
      writtenAt: review.writtenAt.toISOString(),
      hiddenAt: review.hiddenAt?.toISOString() ?? null,
    })),
  };
};

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

const customersPerRun = 100;

export const reviewInvitations = defineJob({
  name: 'ask-for-public-reviews',
  everySeconds: 3600,
  run: async ({ db, transaction }) => {
    const customers = await findCustomersToAsk(db, customersPerRun);
    for (const id of customers) await transaction(({ tx }) => updateReviewState(tx, id, 'due'));
    return customers.length;
  },
});

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
