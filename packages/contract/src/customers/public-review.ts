import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { hidingGrounds, reviewTextMax } from './hiding-grounds.ts';

const Rating = z.int().min(1).max(5);

const HidingGround = z.enum(hidingGrounds).meta({ id: 'ReviewHidingGround' });

const OwnReview = z.object({
  uid: Uid,
  rating: Rating,
  text: z.string(),
  showsName: z.boolean(),
  writtenAt: Moment,
  /** Why it was taken down. */
  hiddenFor: HidingGround.nullable(),
});
export type OwnReview = z.infer<typeof OwnReview>;

export const PublicReviewView = z
  .object({ state: z.enum(['none', 'due', 'asked', 'done']), review: OwnReview.nullable() })
  .meta({ id: 'PublicReview' });
export type PublicReviewView = z.infer<typeof PublicReviewView>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/review',
  access: 'viewprofile',
  about: 'The public review that this person wrote, and whether to ask for one.',
  input: EmptyInput,
  reply: PublicReviewView,
  refusals: [],
});

export const write = endpoint({
  method: 'POST',
  path: '/v1/review',
  access: 'viewprofile',
  movesNoMoney: true,
  about: 'Publishes a review of the bank, or replaces the earlier one of this person.',
  input: z.strictObject({
    rating: Rating,
    text: freeText().max(reviewTextMax),
    /** With the first name and the initial of the last; otherwise as “A customer”. */
    showsName: z.boolean(),
    idempotency: Idempotency,
  }),
  reply: PublicReviewView,
  refusals: ['validation_failed'],
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/review',
  access: 'viewprofile',
  movesNoMoney: true,
  about: 'Takes the own review down. Without one it changes nothing.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: NoContent,
  refusals: [],
});

export const postpone = endpoint({
  method: 'POST',
  path: '/v1/review/later',
  access: 'viewprofile',
  movesNoMoney: true,
  about: 'Does not write a review now. The customer is asked again after half a year at the earliest.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: NoContent,
  refusals: [],
});

export const PublishedReview = z
  .object({
    uid: Uid,
    rating: Rating,
    text: z.string(),
    /** First name and initial, or null. */
    name: z.string().nullable(),
    writtenAt: Moment,
  })
  .meta({ id: 'PublishedReview' });
export type PublishedReview = z.infer<typeof PublishedReview>;

export const published = endpoint({
  method: 'GET',
  path: '/v1/review/published',
  access: 'public',
  beforeKyc: true,
  background: true,
  about: 'All ratings counted, and the latest reviews with a text, for the frame on other sites.',
  input: EmptyInput,
  reply: z.object({
    count: z.int(),
    /** One decimal, rounded half up. Null without a review. */
    average: z
      .string()
      .regex(/^[1-5]\.\d$/)
      .nullable(),
    /** How many gave 5, 4, 3, 2 and 1. */
    counts: z.array(z.object({ rating: Rating, count: z.int() })),
    list: z.array(PublishedReview),
  }),
  refusals: [],
});

const StaffReview = OwnReview.extend({ author: z.string(), hiddenAt: Moment.nullable() });
export type StaffReview = z.infer<typeof StaffReview>;

export const listForStaff = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/reviews',
  access: 'staff',
  about: 'Public reviews by people of the customer.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({ list: z.array(StaffReview) }),
  refusals: ['access_denied', 'not_found'],
});

export const hide = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{id}/hide',
  access: 'staff',
  about: 'Takes a review down on a ground that its author is told, or shows it again.',
  input: z.strictObject({ id: Uid, ground: HidingGround.nullable(), idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['access_denied', 'not_found'],
});
