import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, EmptyInput, Idempotency, Moment, MoneyView, Uid, UidInput } from '../platform/fields.ts';
import { StaffRole } from './staff.ts';

/** Who has the payment, and until when. Nobody else decides about it meanwhile. */
export const ReviewClaim = z
  .object({ staffId: Uid, name: z.string(), isOwn: z.boolean(), until: Moment })
  .meta({ id: 'ReviewClaim' });
export type ReviewClaim = z.infer<typeof ReviewClaim>;

export const HeldBecause = z.enum([
  'suspected_fraud',
  'bank_asks',
  'screening',
  'document',
  'name_mismatch',
  'extra_checks',
]);
export type HeldBecause = z.infer<typeof HeldBecause>;

/** What stands between the payment and a decision. */
export const ReviewStage = z.enum([
  'with_compliance',
  'bank_conflict',
  'second_person',
  'grounds_missing',
  'asked',
  'answered',
  'documents_received',
  'to_decide',
]);
export type ReviewStage = z.infer<typeof ReviewStage>;

const ReviewRow = z
  .object({
    uid: Uid,
    reference: z.string(),
    customer: z.object({ uid: Uid, name: z.string(), memberCode: z.string() }),
    payee: z.string(),
    payeeCountry: z.string().nullable(),
    amount: MoneyView,
    /** The legal deadline of a hold for suspected fraud, or the time that we named to the customer. */
    decideBy: Moment.nullable(),
    /** The day in London on which it has to be decided. */
    decideOn: CalendarDate.nullable(),
    isLegalDeadline: z.boolean(),
    heldSince: Moment,
    heldBecause: HeldBecause,
    /** The documents that its size needs. */
    documents: z.array(z.string()),
    stage: ReviewStage,
    documentsReceived: z.int(),
    claim: ReviewClaim.nullable(),
    /** The reader recommended the release: a colleague decides it. */
    isRecommendedByReader: z.boolean(),
    /** The reader may decide it now, or take it to do so. */
    canTake: z.boolean(),
    /** Changes with what the page of the payment shows, except for the claim. */
    revision: z.string(),
  })
  .meta({ id: 'ReviewRow' });
export type ReviewRow = z.infer<typeof ReviewRow>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/review',
  access: 'staff',
  background: true,
  about:
    'Payments that wait for a person here or for an answer: by legal deadline, then the largest first. Those with compliance say no more than that to anybody else. At most 500.',
  input: EmptyInput,
  reply: z.object({
    list: z.array(ReviewRow),
    hasMore: z.boolean(),
    today: CalendarDate,
    /** Others who may decide about payments. */
    colleagues: z.array(z.object({ uid: Uid, name: z.string(), role: StaffRole })),
  }),
  refusals: ['access_denied'],
});
export type ReviewQueue = z.output<typeof list.reply>;

const claimRefusals = ['access_denied', 'not_found', 'invalid_transition', 'review_claimed'] as const;
const ClaimReply = z.object({ claim: ReviewClaim.nullable() });

export const takeNext = endpoint({
  method: 'POST',
  path: '/v1/manage/review/next',
  access: 'staff',
  about: 'Claims the first payment of the list that nobody has and that the reader may decide. Null if there is none.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: z.object({ uid: Uid.nullable() }),
  refusals: ['access_denied'],
});

export const take = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/claim',
  access: 'staff',
  about:
    'Claims the payment for as long as the setting says, or keeps a claim for as long again. Of two who take it at once, one gets it.',
  input: UidInput,
  reply: ClaimReply,
  refusals: [...claimRefusals, 'approver_conflict'],
});

export const handBack = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/hand-back',
  access: 'staff',
  about: 'Ends the reader’s claim, so that anybody may take the payment.',
  input: UidInput,
  reply: ClaimReply,
  refusals: claimRefusals,
});

export const give = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/give',
  access: 'staff',
  about: 'Gives the payment to a colleague who may decide it. The colleague has it for as long as the setting says.',
  input: z.strictObject({ uid: Uid, to: Uid, idempotency: Idempotency }),
  reply: ClaimReply,
  refusals: [...claimRefusals, 'validation_failed'],
});
