import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { PersonName } from '../customers/registration.ts';
import { NewPassword } from '../identity/password.ts';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { ChangeReason } from './role.ts';
import { StaffRole } from './staff.ts';

export const StaffMemberStatus = z
  .enum(['invited', 'active', 'suspended', 'removed'])
  .meta({ id: 'StaffMemberStatus' });

const StaffMemberView = z
  .object({
    uid: Uid,
    name: z.string(),
    username: z.string(),
    email: z.string(),
    role: StaffRole,
    status: StaffMemberStatus,
    /** A passkey or a one-time code is set up. */
    enrolled: z.boolean(),
    lastSeenAt: Moment.nullable(),
    isSelf: z.boolean(),
  })
  .meta({ id: 'StaffMember' });
export type StaffMemberView = z.infer<typeof StaffMemberView>;

const StaffChangeView = z
  .object({
    uid: Uid,
    kind: z.enum(['invite', 'role', 'reinstate']),
    name: z.string(),
    role: StaffRole,
    reason: z.string(),
    proposedBy: z.string(),
    proposedAt: Moment,
    /** Whether the reader may decide it: neither the proposer nor the person concerned. */
    canDecide: z.boolean(),
  })
  .meta({ id: 'StaffChange' });
export type StaffChangeView = z.infer<typeof StaffChangeView>;

const StaffList = z
  .object({ members: z.array(StaffMemberView), waiting: z.array(StaffChangeView) })
  .meta({ id: 'StaffList' });
export type StaffList = z.infer<typeof StaffList>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/staff',
  access: 'staff',
  about: 'The accounts of staff, and the changes to them that wait for a second person.',
  input: EmptyInput,
  reply: StaffList,
  refusals: ['access_denied'],
});

export const invite = endpoint({
  method: 'POST',
  path: '/v1/manage/staff',
  access: 'staff',
  about:
    'Proposes an account for a new member of staff. Once another member approves it, the person gets a link by e-mail.',
  input: z.strictObject({
    name: PersonName,
    username: freeText()
      .toLowerCase()
      .regex(/^[a-z][a-z0-9.-]{2,39}$/, fieldMessage('staff_username_invalid')),
    email: z.email().max(254),
    role: StaffRole,
    reason: ChangeReason,
    idempotency: Idempotency,
  }),
  reply: StaffList,
  refusals: ['access_denied', 'user_exists', 'rule_unsatisfiable'],
});

const onMember = z.strictObject({ uid: Uid, reason: ChangeReason, idempotency: Idempotency });
const memberRefusals = ['access_denied', 'not_found', 'invalid_transition', 'rule_unsatisfiable'] as const;

export const changeRole = endpoint({
  method: 'POST',
  path: '/v1/manage/staff/{uid}/role',
  access: 'staff',
  about: 'Proposes another role for a member of staff. Nobody proposes or approves a role of their own.',
  input: onMember.extend({ role: StaffRole }),
  reply: StaffList,
  refusals: memberRefusals,
});

export const suspend = endpoint({
  method: 'POST',
  path: '/v1/manage/staff/{uid}/suspend',
  access: 'staff',
  about: 'Suspends a member of staff at once: sessions and links end. One person is enough to stop.',
  input: onMember,
  reply: StaffList,
  refusals: memberRefusals,
});

export const reinstate = endpoint({
  method: 'POST',
  path: '/v1/manage/staff/{uid}/reinstate',
  access: 'staff',
  about:
    'Proposes to end a suspension. Once approved, the person gets a link to a new password and sets up a new second factor: the earlier ones are gone.',
  input: onMember,
  reply: StaffList,
  refusals: memberRefusals,
});

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/staff/change/{uid}/approve',
  access: 'staff',
  about: 'Carries out a proposed change to an account of staff.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: StaffList,
  refusals: [...memberRefusals, 'approver_conflict', 'user_exists'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/staff/change/{uid}/refuse',
  access: 'staff',
  about: 'Refuses a proposed change to an account of staff. Nothing changes.',
  input: z.strictObject({ uid: Uid, note: ChangeReason, idempotency: Idempotency }),
  reply: StaffList,
  refusals: [...memberRefusals, 'approver_conflict'],
});

/** The secret of the link. Never part of a path or a query, which proxies log. */
const InvitationToken = z.string().min(1).max(100);

export const showInvitation = endpoint({
  method: 'POST',
  path: '/v1/manage/invitation/show',
  access: 'public',
  about: 'Whose account the link opens. Null if it has ended, expired or never existed.',
  input: z.strictObject({ token: InvitationToken, idempotency: Idempotency.optional() }),
  reply: z.object({ name: z.string(), username: z.string(), role: StaffRole, expiresAt: Moment }).nullable(),
  refusals: [],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/v1/manage/invitation',
  access: 'public',
  about:
    'Sets the first password. The login that follows opens the enrolment of a passkey or a one-time code and nothing else.',
  input: z.strictObject({
    token: InvitationToken,
    password: NewPassword,
    captcha: z.string().max(4000).optional(),
    idempotency: Idempotency,
  }),
  reply: z.object({ username: z.string() }),
  refusals: ['invitation_invalid', 'password_weak', 'login_locked', 'captcha_required', 'captcha_failed'],
});
