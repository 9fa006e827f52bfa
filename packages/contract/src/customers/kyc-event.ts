import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, Moment, OptionalIdempotency, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
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

/** Why the customer is asked for an item: it was refused, was not sent so far, or is confirmed again at a refresh. */
export type KycRequestReason = KycItemReason | 'still_needed' | 'confirm_again';

/** An item that is asked for again. */
export const KycItemRefusal = z.strictObject({ item: Uid, reasonCode: KycItemReason });
export type KycItemRefusal = z.infer<typeof KycItemRefusal>;

/** What the vendor read of one subject: in the document, and in the face of the selfie beside it. */
const ReadIdentity = z.strictObject({
  subject: Uid,
  name: freeText().min(1).max(200).nullable(),
  dateOfBirth: CalendarDate.nullable(),
  documentNumber: freeText().min(1).max(40).nullable().optional(),
  documentExpiresOn: CalendarDate.nullable().optional(),
  face: z.enum(['match', 'differs', 'unsure']).optional(),
});

/** What the register says of a firm. `bornIn` is a month, or a year where the register names no month. */
const RegisterEntry = z.strictObject({
  name: freeText().min(1).max(200).nullable(),
  number: freeText().min(1).max(40).nullable(),
  officers: z
    .array(
      z.strictObject({
        name: freeText().min(1).max(200),
        bornIn: z
          .string()
          .regex(/^\d{4}(-\d{2})?$/)
          .nullable(),
      }),
    )
    .max(100),
});

const reportShape = {
  identities: z.array(ReadIdentity).max(50).optional(),
  register: RegisterEntry.nullable().optional(),
};
export const KycReport = z.object(reportShape);
export type KycReport = z.infer<typeof KycReport>;

/** The result of an identity check. A later one of the same check replaces an earlier one. */
export const KycResult = z
  .strictObject({
    status: z.enum(['completed', 'on_hold']),
    answer: z.enum(['GREEN', 'RED']).nullable(),
    rejectType: z.enum(['RETRY', 'FINAL']).nullable(),
    /** The items that were not accepted; after GREEN, those that are still to come. `subject` is the customer's or a firm person's id. */
    items: z.array(z.strictObject({ subject: Uid, key: KycItemKey, reason: KycItemReason })).max(100),
    ...reportShape,
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
