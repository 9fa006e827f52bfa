import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, MoneyView, NoContent, Uid, UidInput } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { KycItemKey, kycAnswers } from './kyc-requirements.ts';

export const KycStatus = z.enum([
  'not_started',
  'in_progress',
  'pending',
  'in_review',
  'action_required',
  'approved',
  'approved_conditional',
  'rejected',
  'expired',
]);
export type KycStatus = z.infer<typeof KycStatus>;

export const KycItemState = z.enum(['not_provided', 'in_review', 'verified', 'rejected']).meta({ id: 'KycItemState' });
export type KycItemState = z.infer<typeof KycItemState>;

/** The most that can be sent while the approval has conditions. */
export const KycLimits = z.object({ perPayment: MoneyView, perDay: MoneyView }).meta({ id: 'KycLimits' });
export type KycLimits = z.infer<typeof KycLimits>;

export const KycStateView = z
  .object({
    status: KycStatus,
    level: z.enum(['person', 'business']),
    submittedAt: Moment.nullable(),
    /** Until when the customer must have sent what is open. */
    dueBy: Moment.nullable(),
    requirements: z.array(
      z.object({
        key: KycItemKey,
        title: z.string(),
        state: KycItemState,
        /** Everything is there, whether or not it was submitted. */
        isComplete: z.boolean(),
        reasonCode: z.string().nullable(),
        /** What is wrong and what to send instead. */
        reason: z.string().nullable(),
        canUpload: z.boolean(),
        /** What can be sent, as the customer reads it. */
        examples: z.array(z.string()),
        dueBy: Moment.nullable(),
        decidedAt: Moment.nullable(),
      }),
    ),
    limits: KycLimits.nullable(),
    nextStep: z.string(),
    /** When the details must be confirmed again. Null before the first approval. */
    refreshDueBy: Moment.nullable(),
    /** Until when the customer hears from us. Null unless the next step is ours. */
    nextUpdateBy: Moment.nullable(),
    /** This user may fill in and submit the form now. */
    canEdit: z.boolean(),
    canSubmit: z.boolean(),
  })
  .meta({ id: 'KycState' });
export type KycStateView = z.infer<typeof KycStateView>;

export const kycState = endpoint({
  method: 'GET',
  path: '/v1/walletaccount/kyc/state',
  access: 'customer',
  beforeKyc: true,
  about: 'How far the identity check is, what is still needed and by when.',
  input: EmptyInput,
  reply: KycStateView,
  refusals: [],
});

const answerShape = Object.fromEntries(
  Object.entries(kycAnswers).map(([name, schema]) => [name, schema.nullable().optional()]),
) as { [Name in keyof typeof kycAnswers]: z.ZodOptional<z.ZodNullable<(typeof kycAnswers)[Name]>> };

/** Any of the answers, for "save and continue". Null takes an answer back. */
export const KycAnswersInput = z.strictObject(answerShape);
export type KycAnswersInput = z.infer<typeof KycAnswersInput>;
export const KycAnswers = z.object(answerShape).meta({ id: 'KycAnswers' });
export type KycAnswers = z.infer<typeof KycAnswers>;

export const KycDocument = z
  .object({
    uid: Uid,
    name: z.string(),
    mediaType: z.string(),
    size: z.int(),
    state: z.enum(['uploaded', 'scanning', 'received', 'accepted', 'refused']),
    reason: z.string().nullable(),
    createdAt: Moment,
    /** Submitted documents stay; others can be removed. */
    canRemove: z.boolean(),
  })
  .meta({ id: 'KycDocument' });
export type KycDocument = z.infer<typeof KycDocument>;

export const KycItemForm = z
  .object({
    key: KycItemKey,
    title: z.string(),
    state: KycItemState,
    isComplete: z.boolean(),
    reasonCode: z.string().nullable(),
    reason: z.string().nullable(),
    canEdit: z.boolean(),
    canUpload: z.boolean(),
    /** Names of the answers that are still missing. */
    missing: z.array(z.string()),
    answers: KycAnswers,
    documents: z.array(KycDocument),
    documentsMin: z.int(),
    documentsMax: z.int(),
    savedAt: Moment.nullable(),
  })
  .meta({ id: 'KycItemForm' });
export type KycItemForm = z.infer<typeof KycItemForm>;

export const FirmPersonView = z
  .object({
    uid: Uid,
    name: z.string(),
    email: z.string(),
    isDirector: z.boolean(),
    sharePercent: z.number(),
    /** `not_invited` until the link was sent, `invited` until the person has sent everything. */
    state: z.enum(['not_invited', 'invited', 'provided', 'in_review', 'verified', 'rejected']),
    reason: z.string().nullable(),
    invitedAt: Moment.nullable(),
    /** From when the link can be sent again. Null: now. */
    canInviteFrom: Moment.nullable(),
    canEdit: z.boolean(),
  })
  .meta({ id: 'FirmPerson' });
export type FirmPersonView = z.infer<typeof FirmPersonView>;

export const KycForm = z
  .object({
    level: z.enum(['person', 'business']),
    savedAt: Moment.nullable(),
    items: z.array(KycItemForm),
    /** Directors and owners; null for a person. */
    people: z.array(FirmPersonView).nullable(),
    /** Shares of the people listed, in percent; null for a person. */
    shares: z.object({ total: z.number(), missing: z.number(), needsNoOtherOwners: z.boolean() }).nullable(),
  })
  .meta({ id: 'KycForm' });
export type KycForm = z.infer<typeof KycForm>;

export const form = endpoint({
  method: 'GET',
  path: '/v1/walletaccount/kyc/form',
  access: 'customer',
  beforeKyc: true,
  about: 'The form of the identity check with the answers and documents given so far. For owners and admins.',
  input: EmptyInput,
  reply: KycForm,
  refusals: ['access_denied'],
});

const editRefusals = ['access_denied', 'not_found', 'invalid_transition'] as const;

export const saveItem = endpoint({
  method: 'PUT',
  path: '/v1/walletaccount/kyc/item/{key}',
  access: 'customer',
  beforeKyc: true,
  about: 'Saves some answers of one item. Answers that are not named stay as they are; null takes one back.',
  input: z.strictObject({ key: KycItemKey, answers: KycAnswersInput, idempotency: Idempotency }),
  reply: KycItemForm,
  refusals: editRefusals,
});

const KycFile = z.file().min(1, fieldMessage('file_empty'));

export const addDocument = endpoint({
  method: 'POST',
  path: '/v1/walletaccount/kyc/item/{key}/document',
  access: 'customer',
  beforeKyc: true,
  about:
    'Adds one document to an item: PDF, JPEG or PNG, told by its content, up to 10 MB. A picture in which nothing can be recognised is refused. It is in quarantine until it has been scanned.',
  input: z.strictObject({ key: KycItemKey, file: KycFile, idempotency: Idempotency }),
  reply: KycDocument,
  refusals: [...editRefusals, 'file_rejected'],
});

export const listDocuments = endpoint({
  method: 'GET',
  path: '/v1/walletaccount/kyc/item/{key}/document',
  access: 'customer',
  beforeKyc: true,
  background: true,
  about: 'The documents of an item, and how far the scan of each of them is.',
  input: z.strictObject({ key: KycItemKey }),
  reply: z.object({ list: z.array(KycDocument), canUpload: z.boolean() }),
  refusals: ['access_denied', 'not_found'],
});

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/v1/walletaccount/kyc/document/{uid}',
  access: 'customer',
  beforeKyc: true,
  about: 'Takes back a document that was not submitted yet. Its content is deleted.',
  input: UidInput,
  reply: NoContent,
  refusals: editRefusals,
});

const FirmPersonInput = {
  name: freeText().min(1, fieldMessage('full_name_required')).max(140),
  email: freeText()
    .max(254)
    .pipe(z.email(fieldMessage('email_invalid'))),
  isDirector: z.boolean(),
  /** Two decimals at most. */
  sharePercent: z.number().min(0).max(100).multipleOf(0.01),
};

export const addPerson = endpoint({
  method: 'POST',
  path: '/v1/walletaccount/kyc/person',
  access: 'customer',
  beforeKyc: true,
  about: 'Adds a director, or an owner of 25 % or more. The shares of all cannot exceed 100 %.',
  input: z.strictObject({ ...FirmPersonInput, idempotency: Idempotency }),
  reply: FirmPersonView,
  refusals: ['access_denied', 'invalid_transition'],
});

export const editPerson = endpoint({
  method: 'PUT',
  path: '/v1/walletaccount/kyc/person/{uid}',
  access: 'customer',
  beforeKyc: true,
  about: 'Changes a director or owner. Another e-mail address ends the link that was sent.',
  input: z.strictObject({ uid: Uid, ...FirmPersonInput, idempotency: Idempotency }),
  reply: FirmPersonView,
  refusals: editRefusals,
});

export const removePerson = endpoint({
  method: 'DELETE',
  path: '/v1/walletaccount/kyc/person/{uid}',
  access: 'customer',
  beforeKyc: true,
  about: 'Removes a director or owner with all that they gave. Ends their link.',
  input: UidInput,
  reply: NoContent,
  refusals: editRefusals,
});

export const invitePerson = endpoint({
  method: 'POST',
  path: '/v1/walletaccount/kyc/person/{uid}/invite',
  access: 'customer',
  beforeKyc: true,
  about:
    'E-mails the person a link under which they prove who they are, or a new one in its place. Once a day at most for each person.',
  input: UidInput,
  reply: FirmPersonView,
  refusals: [...editRefusals, 'rate_limited'],
});

export const submit = endpoint({
  method: 'POST',
  path: '/v1/walletaccount/kyc/submit',
  access: 'customer',
  beforeKyc: true,
  about:
    'Hands everything in for checking. Refuses `validation_failed` with the items that are not complete, by key in `field`.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: KycStateView,
  refusals: ['access_denied', 'invalid_transition'],
});
