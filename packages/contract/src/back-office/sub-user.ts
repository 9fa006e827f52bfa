import { z } from 'zod';
import { Invitee, list as listOwn, UserChange, UserReason, UserView, UserWork } from '../customers/user.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, NoContent, Uid } from '../platform/fields.ts';
import { HelpChannel, PasswordHelp } from './person.ts';
import { ChangeReason } from './role.ts';

const refusals = ['access_denied', 'not_found'] as const;
const noted = { note: ChangeReason, idempotency: Idempotency };

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/subuser/{id}/lists',
  access: 'staff',
  about: 'The people of the customer with this id, and what they can be given.',
  input: z.strictObject({ id: Uid }),
  reply: listOwn.reply,
  refusals,
});

export const invite = endpoint({
  method: 'POST',
  path: '/v1/manage/subuser',
  access: 'staff',
  about: 'Invites a person for a customer, in the name of its owner, who is told. Staff make no owners.',
  input: z.strictObject({ customerId: Uid, ...Invitee.shape, ...noted }),
  reply: UserView,
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
  about: 'Changes what a person of a customer may do, as its owner could, who is told. Owners are not changed.',
  input: z.strictObject({ id: Uid, version: z.int().positive(), ...UserChange.shape, ...noted }),
  reply: UserView,
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
