import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Moment, OptionalIdempotency, Uid } from '../platform/fields.ts';
import { KycItemKey } from './kyc-requirements.ts';

/** Why an item was not accepted, as the vendor and staff choose it. The customer reads the text of the code. */
export const kycItemReasons = [
  'unreadable',
  'cut_off',
  'expired',
  'wrong_document',
  'too_old',
  'name_differs',
  'address_differs',
  'face_differs',
  'details_incomplete',
  'funds_unclear',
  'ownership_unclear',
] as const;
export const KycItemReason = z.enum(kycItemReasons).meta({ id: 'KycItemReason' });
export type KycItemReason = z.infer<typeof KycItemReason>;

/** The result of an identity check. A later one of the same check replaces an earlier one. */
export const KycResult = z
  .strictObject({
    status: z.enum(['completed', 'on_hold']),
    answer: z.enum(['GREEN', 'RED']).nullable(),
    rejectType: z.enum(['RETRY', 'FINAL']).nullable(),
    /** The items that were not accepted; after GREEN, those that are still to come. `subject` is the customer's or a firm person's id. */
    items: z.array(z.strictObject({ subject: Uid, key: KycItemKey, reason: KycItemReason })).max(100),
  })
  .refine(({ status, answer }) => (status === 'completed') === (answer !== null), { path: ['answer'] })
  .refine(({ answer, rejectType }) => (answer === 'RED') === (rejectType !== null), { path: ['rejectType'] });
export type KycResult = z.infer<typeof KycResult>;

export const receiveEvent = endpoint({
  method: 'POST',
  path: '/v1/kyc/event',
  access: 'rail',
  about:
    'Takes one signed result of the identity vendor. Repeated and outdated ones change nothing. The sequence counts the results of one check.',
  input: z.strictObject({
    eventId: Uid,
    checkId: Uid,
    sequence: z.int().positive(),
    at: Moment,
    result: KycResult,
    ...OptionalIdempotency,
  }),
  reply: z.object({ applied: z.boolean() }),
  refusals: ['not_found'],
});
