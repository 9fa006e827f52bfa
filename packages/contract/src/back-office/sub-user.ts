import { z } from 'zod';
import { AccessRequestView } from '../customers/access-request.ts';
import { Invitee, list as listOwn, UserChange, UserReason, UserView, UserWork } from '../customers/user.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, NoContent, Uid } from '../platform/fields.ts';
import { HelpChannel, PasswordHelp } from './person.ts';
import { ChangeReason } from './role.ts';

const refusals = ['access_denied', 'not_found'] as const;
const StaffAccessRequest = z
  .object({
    ...AccessRequestView.omit({ canDecide: true }).shape,
    preparedBy: z.string(),
    agreedBy: z.string().nullable(),
    agreedReason: z.string().nullable(),
    /** Neither the person who prepared it nor a second time. */
    canAgree: z.boolean(),
    canWithdraw: z.boolean(),
  })
  .meta({ id: 'StaffAccessRequest' });
export type StaffAccessRequest = z.infer<typeof StaffAccessRequest>;

const noted = { note: ChangeReason, idempotency: Idempotency };

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/subuser/{id}/lists',
  access: 'staff',
  about: 'The people of the customer with this id, what they can be given, and what was prepared and not decided.',
  input: z.strictObject({ id: Uid }),
  reply: listOwn.reply.extend({ requests: z.array(StaffAccessRequest) }),
  refusals,
});

export const invite = endpoint({
  method: 'POST',
  path: '/v1/manage/subuser',
  access: 'staff',
  about:
    'Prepares the invitation of a person for a customer. Nothing is sent until an owner approves it, or a second member of staff agreed and a day has passed. Staff make no owners.',
  input: z.strictObject({ customerId: Uid, ...Invitee.shape, ...noted }),
  reply: StaffAccessRequest,
  refusals: [
    ...refusals,
    'validation_failed',
    'invalid_transition',
    'owner_protected',
    'rights_exceeded',
    'user_exists',
    'too_many_invitations',
  ],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/subuser/{id}',
  access: 'staff',
  about: 'One person of a customer, with what they set up.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({ ...UserView.shape, work: UserWork }),
  refusals,
});

const changeRefusals = [...refusals, 'user_changed', 'owner_protected', 'last_owner', 'rule_unsatisfiable'] as const;

export const update = endpoint({
  method: 'PUT',
  path: '/v1/manage/subuser/{id}',
  access: 'staff',
  about:
    'Changes what a person of a customer may do. What only takes away is done at once, and the owner is told. Anything that adds is prepared for the owner as a whole. Owners are not changed.',
  input: z.strictObject({ id: Uid, version: z.int().positive(), ...UserChange.shape, ...noted }),
  reply: z.object({ user: UserView, request: StaffAccessRequest.nullable() }),
  refusals: [...changeRefusals, 'validation_failed', 'invalid_transition', 'rights_exceeded'],
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/manage/subuser/{id}',
  access: 'staff',
  about: 'Removes a person of a customer, or cancels their invitation. The owner is told.',
  input: z.strictObject({ id: Uid, version: z.int().positive(), reason: UserReason, ...noted }),
  reply: NoContent,
  refusals: changeRefusals,
});

export const resetPin = endpoint({
  method: 'POST',
  path: '/v1/manage/subuser/{id}/resetpin',
  access: 'staff',
  about: 'As for the PIN of a customer. The owner is told.',
  input: z.strictObject({ id: Uid, ...noted }),
  reply: NoContent,
  refusals: [...refusals, 'owner_protected', 'invalid_transition', 'pin_not_resettable'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/manage/subuser/{id}/changepassword',
  access: 'staff',
  about: 'As for the password of a customer. The owner is told.',
  input: z.strictObject({ id: Uid, channel: HelpChannel, ...noted }),
  reply: PasswordHelp,
  refusals: [...refusals, 'owner_protected', 'invalid_transition', 'channel_unavailable'],
});

const requestRefusals = [...refusals, 'invalid_transition'] as const;

export const agree = endpoint({
  method: 'POST',
  path: '/v1/manage/access-request/{uid}/agree',
  access: 'staff',
  about:
    'A second member of staff agrees because no owner can be reached, and says why. It takes effect 24 hours later unless an owner refuses. Every owner is told at once by all channels.',
  input: z.strictObject({ uid: Uid, digest: z.string().regex(/^[0-9a-f]{64}$/), ...noted }),
  reply: StaffAccessRequest,
  refusals: [...requestRefusals, 'approver_conflict'],
});

export const withdraw = endpoint({
  method: 'POST',
  path: '/v1/manage/access-request/{uid}/withdraw',
  access: 'staff',
  about: 'Ends what was prepared. Nothing changes for the customer.',
  input: z.strictObject({ uid: Uid, ...noted }),
  reply: StaffAccessRequest,
  refusals: requestRefusals,
});
