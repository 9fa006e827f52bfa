import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { KycItemRefusal } from '../customers/kyc-event.ts';
import { MemberCheckState } from '../customers/member-check.ts';
import { Role } from '../customers/membership.ts';
import { UserView } from '../customers/user.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, NoContent, Uid } from '../platform/fields.ts';
import { KycCaseFile } from './kyc-review.ts';
import { ChangeReason } from './role.ts';

/** The identity check of somebody who joined. `uid` is that of the sub-user. */
const StaffMemberCheck = z
  .object({
    uid: Uid,
    name: z.string(),
    email: z.string(),
    role: Role,
    state: MemberCheckState,
    submittedAt: Moment.nullable(),
    items: KycCaseFile.shape.items,
    hits: KycCaseFile.shape.hits,
    differences: KycCaseFile.shape.differences,
    /** What this member of staff may do now. */
    allowed: z.array(z.enum(['confirm', 'ask_again'])),
  })
  .meta({ id: 'StaffMemberCheck' });
export type StaffMemberCheck = z.infer<typeof StaffMemberCheck>;

const refusals = ['access_denied', 'not_found'] as const;
const noted = { id: Uid, note: ChangeReason, idempotency: Idempotency };

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/member-check',
  access: 'staff',
  about:
    'The identity checks of people who joined the customer with this id, with answers and documents. Numbers of documents are masked but for their last four characters. Each look is in the audit log.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({ list: z.array(StaffMemberCheck) }),
  refusals,
});

export const confirm = endpoint({
  method: 'POST',
  path: '/v1/manage/subuser/{id}/identity',
  access: 'staff',
  about:
    'Accepts what a person who joined sent, or records that their identity was checked in person, and how. Until then the person reads and moves nothing. Refuses `approver_conflict` to staff who prepared or agreed to their access. A name on a sanctions list is for the MLRO.',
  input: z.strictObject(noted),
  reply: UserView,
  refusals: [...refusals, 'invalid_transition', 'approver_conflict'],
});

export const askAgain = endpoint({
  method: 'POST',
  path: '/v1/manage/subuser/{id}/identity/again',
  access: 'staff',
  about:
    'Asks a person who joined for items again. They are told why, with a new link to their form; the note stays with staff.',
  input: z.strictObject({
    ...noted,
    items: z.array(KycItemRefusal).min(1, fieldMessage('kyc_items_needed')).max(10),
  }),
  reply: NoContent,
  refusals: [...refusals, 'invalid_transition'],
});
