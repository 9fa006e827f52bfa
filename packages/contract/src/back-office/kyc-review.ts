import { z } from 'zod';
import { FirmPersonView, KycAnswers, KycDocument, KycItemForm, KycStatus } from '../customers/kyc.ts';
import { KycItemReason, KycItemRefusal } from '../customers/kyc-event.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

export const KycConcern = z
  .enum(['vendor_hold', 'vendor_silent', 'vendor_final', 'name_on_list', 'contradiction', 'identity_differs', 'staff'])
  .meta({ id: 'KycConcern' });
export type KycConcern = z.infer<typeof KycConcern>;

export const KycOutcome = z
  .enum(['approve', 'approve_conditional', 'request_more', 'hold', 'reject', 'restrict'])
  .meta({ id: 'KycOutcome' });
export type KycOutcome = z.infer<typeof KycOutcome>;

/** Why the whole is decided so. What the customer reads of it is the text of the state. */
export const kycDecisionReasons = [
  'all_in_order',
  'low_risk_outstanding',
  'name_match_cleared',
  'difference_explained',
  'vendor_overruled',
  'more_needed',
  'under_investigation',
  'identity_not_proven',
  'documents_forged',
  'outside_risk_appetite',
  'contradicted',
] as const;
export const KycDecisionReason = z.enum(kycDecisionReasons).meta({ id: 'KycDecisionReason' });
export type KycDecisionReason = z.infer<typeof KycDecisionReason>;

export const KycCaseView = z
  .object({
    uid: Uid,
    status: KycStatus,
    level: z.enum(['person', 'business']),
    customer: z.object({ uid: Uid, name: z.string(), memberCode: z.string(), accountStatus: z.string() }),
    concerns: z.array(KycConcern),
    submittedAt: Moment.nullable(),
    dueBy: Moment.nullable(),
    /** A first person has decided and a second one is needed. */
    proposal: z
      .object({
        outcome: KycOutcome,
        reasonCode: KycDecisionReason,
        note: z.string(),
        dueOn: CalendarDate.nullable(),
        proposedBy: z.string(),
        proposedAt: Moment,
      })
      .nullable(),
  })
  .meta({ id: 'KycCase' });
export type KycCaseView = z.infer<typeof KycCaseView>;

/** What the sources say of one person or firm, where they do not agree, or where a proof was used before. */
export const IdentityDifference = z
  .object({
    /** The customer, or a person of the firm. */
    subject: Uid,
    field: z.enum([
      'name',
      'date_of_birth',
      'document_number',
      'document_expiry',
      'face',
      'officer',
      'company_number',
      'reused_number',
      'reused_file',
    ]),
    /** A source that says nothing is left out. Document numbers are masked. */
    versions: z.array(
      z.object({
        source: z.enum(['account', 'form', 'document', 'selfie', 'register', 'other_check']),
        value: z.string(),
      }),
    ),
  })
  .meta({ id: 'KycIdentityDifference' });
export type IdentityDifference = z.infer<typeof IdentityDifference>;

const maskedNumber = z.string().nullable().optional();

export const KycCaseFile = KycCaseView.extend({
  items: z.array(
    KycItemForm.extend({
      uid: Uid,
      answers: KycAnswers.extend({ documentNumber: maskedNumber, taxNumber: maskedNumber }).meta({
        id: 'KycMaskedAnswers',
      }),
      /** Null for the customer's own items. */
      person: Uid.nullable(),
      documents: z.array(KycDocument),
      note: z.string().nullable(),
    }),
  ),
  people: z.array(FirmPersonView),
  hits: z.array(z.object({ subject: Uid, entryId: z.string(), name: z.string(), score: z.string() })),
  differences: z.array(IdentityDifference),
  checks: z.array(
    z.object({
      uid: Uid,
      state: z.enum(['requested', 'submitted', 'on_hold', 'completed', 'silent', 'superseded']),
      answer: z.enum(['GREEN', 'RED']).nullable(),
      rejectType: z.enum(['RETRY', 'FINAL']).nullable(),
      createdAt: Moment,
      respondedAt: Moment.nullable(),
    }),
  ),
  history: z.array(z.object({ state: KycStatus, at: Moment })),
  /** What this member of staff may decide now. */
  allowed: z.array(KycOutcome),
}).meta({ id: 'KycCaseFile' });
export type KycCaseFile = z.infer<typeof KycCaseFile>;

export const workQueue = endpoint({
  method: 'GET',
  path: '/v1/manage/kyc',
  access: 'staff',
  background: true,
  about: 'Identity checks that a person must decide, the oldest first.',
  input: z.strictObject({ status: KycStatus.optional() }),
  reply: z.object({ list: z.array(KycCaseView) }),
  refusals: ['access_denied'],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/kyc/{uid}',
  access: 'staff',
  about:
    'One identity check with answers and documents. Numbers of documents and taxes are masked but for their last four characters. Each look is in the audit log.',
  input: z.strictObject({ uid: Uid }),
  reply: KycCaseFile,
  refusals: ['access_denied', 'not_found'],
});

export const decideItem = endpoint({
  method: 'POST',
  path: '/v1/manage/kyc/{uid}/item',
  access: 'staff',
  about: 'Accepts an item or refuses it. The customer reads the text of the reason code; the note stays with staff.',
  input: z.strictObject({
    uid: Uid,
    item: Uid,
    decision: z.enum(['accept', 'refuse']),
    /** Of a refusal, and only there. */
    reasonCode: KycItemReason.optional(),
    note: freeText().min(1).max(500).optional(),
    idempotency: Idempotency,
  }),
  reply: KycCaseFile,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const decide = endpoint({
  method: 'POST',
  path: '/v1/manage/kyc/{uid}/decision',
  access: 'staff',
  about:
    'Decides the whole. A rejection, an approval with a name on the list, one against the vendor, and a restriction of the account take two people: the first proposes, and another one decides the same.',
  input: z.strictObject({
    uid: Uid,
    outcome: KycOutcome,
    reasonCode: KycDecisionReason,
    note: freeText().min(10).max(1000),
    /** Until when the conditions must be met, or what is asked for must be sent. */
    dueOn: CalendarDate.optional(),
    /** The items that are asked for again. */
    items: z.array(KycItemRefusal).max(50).optional(),
    idempotency: Idempotency,
  }),
  reply: KycCaseFile,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict'],
});

export const withdrawDecision = endpoint({
  method: 'POST',
  path: '/v1/manage/kyc/{uid}/decision/withdraw',
  access: 'staff',
  about: 'Drops a proposal that waits for a second person.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: KycCaseFile,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/v1/manage/kyc/document/{uid}/file',
  access: 'staff',
  about: 'A document of an identity check as a file to be saved. Each look is in the audit log.',
  input: z.strictObject({ uid: Uid }),
  reply: z.file(),
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
