import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { ContactRecoveryState } from '../customers/contact-recovery.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, PhoneText, Uid } from '../platform/fields.ts';
import { ChangeReason } from './role.ts';

/** Both members of staff compare the new contact details with what the person said, so these are not masked. */
export const StaffContactRecovery = z
  .object({
    uid: Uid,
    userUid: Uid,
    name: z.string(),
    newEmail: z.string(),
    newPhone: z.string().nullable(),
    state: ContactRecoveryState,
    /** How the person was identified. */
    reason: z.string(),
    preparedBy: z.string(),
    preparedAt: Moment,
    approvedBy: z.string().nullable(),
    approvalNote: z.string().nullable(),
    /** When it takes effect once approved, otherwise when it lapses. Null: it has ended. */
    deadlineAt: Moment.nullable(),
    endedAt: Moment.nullable(),
    /** Not by the member of staff who prepared it. */
    canDecide: z.boolean(),
    canWithdraw: z.boolean(),
  })
  .meta({ id: 'StaffContactRecovery' });
export type StaffContactRecovery = z.infer<typeof StaffContactRecovery>;

const refusals = ['access_denied', 'not_found'] as const;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/contact-recovery',
  access: 'staff',
  about:
    'New contact details prepared for people of this customer: the open ones, and those that ended in the last week.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({ list: z.array(StaffContactRecovery) }),
  refusals,
});

export const prepare = endpoint({
  method: 'POST',
  path: '/v1/manage/user/contact-recovery/{id}',
  access: 'staff',
  about:
    'Prepares new contact details for a person who lost both mailbox and telephone, with how they were identified. A second member of staff approves, 24 hours pass, and the person confirms with a link and a code. Every channel of the person is told at once, and can stop it.',
  input: z.strictObject({
    id: Uid,
    email: z.email(fieldMessage('email_invalid')).max(254),
    phone: PhoneText.optional(),
    reason: ChangeReason,
    idempotency: Idempotency,
  }),
  reply: StaffContactRecovery,
  refusals: [
    ...refusals,
    'validation_failed',
    'invalid_transition',
    'email_unchanged',
    'phone_unchanged',
    'too_many_contact_recoveries',
  ],
});

const decided = z.strictObject({ uid: Uid, note: ChangeReason, idempotency: Idempotency });
const decisionRefusals = [...refusals, 'invalid_transition', 'approver_conflict'] as const;

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/contact-recovery/{uid}/approve',
  access: 'staff',
  about: 'A second member of staff approves, and says what they checked. Link and code go out 24 hours later.',
  input: decided,
  reply: StaffContactRecovery,
  refusals: decisionRefusals,
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/contact-recovery/{uid}/refuse',
  access: 'staff',
  about: 'A second member of staff refuses, and says why. Nothing changes for the person.',
  input: decided,
  reply: StaffContactRecovery,
  refusals: decisionRefusals,
});

export const withdraw = endpoint({
  method: 'POST',
  path: '/v1/manage/contact-recovery/{uid}/withdraw',
  access: 'staff',
  about:
    'Ends it until the person has confirmed. Anyone who may prepare can, because the person may call to have it stopped.',
  input: decided,
  reply: StaffContactRecovery,
  refusals: [...refusals, 'invalid_transition'],
});
