import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { AccountStatusField } from './customer-search.ts';
import { legalBases, statusChangeReasons } from './status-change-rules.ts';

const ReasonCode = z.enum(statusChangeReasons).meta({ id: 'StatusChangeReason' });
const LegalBasisField = z.enum(legalBases).meta({ id: 'LegalBasis' });
const Note = freeText().min(10).max(2000);

const BlockedBy = z.enum(['us', 'customer']).nullable();

/** Reasons and notes of suspicions are left out for staff who do not see sanctions alerts. */
const StatusEntry = z.object({
  status: AccountStatusField,
  since: Moment,
  setBy: z.string(),
  agreedBy: z.string().nullable(),
  reasonCode: z.string(),
  customerMessage: z.string().nullable(),
  internalNote: z.string().nullable(),
  legalBasis: LegalBasisField.nullable(),
  blockedBy: BlockedBy,
});
export type StatusEntry = z.infer<typeof StatusEntry>;

const ProposedStatus = z.object({
  uid: Uid,
  status: AccountStatusField,
  reasonCode: ReasonCode,
  customerMessage: z.string().nullable(),
  internalNote: z.string(),
  legalBasis: LegalBasisField.nullable(),
  noticeEndsAt: Moment.nullable(),
  notifyCustomer: z.boolean(),
  proposedBy: z.string(),
  proposedAt: Moment,
  isOwn: z.boolean(),
});
export type ProposedStatus = z.infer<typeof ProposedStatus>;

export const AccountStatusFile = z
  .object({
    ...StatusEntry.shape,
    /** When staff look at the status again; of a closing, when the notice ends. */
    reviewAt: Moment.nullable(),
    /** What the reader may set now. */
    allowedNext: z.array(AccountStatusField),
    /** Waits for a second person. */
    proposed: ProposedStatus.nullable(),
    noticeDays: z.int(),
    history: z.array(StatusEntry),
  })
  .meta({ id: 'AccountStatusFile' });
export type AccountStatusFile = z.infer<typeof AccountStatusFile>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/accountstatus',
  access: 'staff',
  about:
    'The status of an account with reason and history, what waits for a second person, and what the reader may set.',
  input: z.strictObject({ id: Uid }),
  reply: AccountStatusFile,
  refusals: ['access_denied', 'not_found'],
});

export const change = endpoint({
  method: 'POST',
  path: '/v1/manage/customer/{id}/accountstatus',
  access: 'staff',
  about:
    'Sets the status of an account at once. A closing, and the end of a suspension, a lock or a closing, is proposed; another member of staff sends the same with `approvalRef`, and only then it holds.',
  input: z.strictObject({
    id: Uid,
    status: AccountStatusField,
    reasonCode: ReasonCode,
    /** Null for a reason that the customer must not learn. */
    customerMessage: freeText().min(10).max(500).nullable(),
    internalNote: Note,
    legalBasis: LegalBasisField.nullable().default(null),
    /** End of the notice of a closing; without it, after the days of the setting. */
    effectiveAt: Moment.nullable().default(null),
    notifyCustomer: z.boolean(),
    /** The proposal that a second person agrees to. */
    approvalRef: Uid.nullable().default(null),
    idempotency: Idempotency,
  }),
  reply: AccountStatusFile,
  refusals: [
    'access_denied',
    'not_found',
    'validation_failed',
    'invalid_transition',
    'approver_conflict',
    'rule_unsatisfiable',
  ],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/customer/{id}/accountstatus/{uid}/refuse',
  access: 'staff',
  about: 'Refuses a proposed status, or withdraws the own proposal. Nothing changes for the customer.',
  input: z.strictObject({ id: Uid, uid: Uid, note: Note, idempotency: Idempotency }),
  reply: AccountStatusFile,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
