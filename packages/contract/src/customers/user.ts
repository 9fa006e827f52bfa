import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { accessKeys } from '../platform/access.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CurrencyCode,
  Idempotency,
  Moment,
  NoContent,
  objectOf,
  PhoneText,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { Role } from './membership.ts';
import { PersonName } from './registration.ts';

/** `locked`: the PIN is locked, so nothing can be confirmed until the person chooses a new one. */
export const UserStatus = z.enum(['invited', 'active', 'suspended', 'locked', 'removed']).meta({ id: 'UserStatus' });
export type UserStatus = z.infer<typeof UserStatus>;

export const UserReason = z.enum(['on_leave', 'left', 'other_duties', 'security', 'other']).meta({ id: 'UserReason' });
export type UserReason = z.infer<typeof UserReason>;

/** Null: no limit. */
const LimitText = AmountText.nullable();

/** What one colleague gives another. Limits are amounts of one payment, and of all payments of a day. */
const rights = {
  role: Role,
  /** Flags of the role that this person has. Without it, all that the giver has too; with the same role, those of before. */
  access: z.array(z.enum(accessKeys)).max(accessKeys.length).optional(),
  /** Null: every account, also those that are opened later. */
  accounts: z.array(BankHolderId).min(1, fieldMessage('user_accounts_required')).max(50).nullable(),
  limits: z.strictObject({ perPayment: LimitText, daily: LimitText, currency: CurrencyCode }),
};

export const Invitee = z.strictObject({
  name: PersonName,
  email: freeText()
    .max(254)
    .pipe(z.email(fieldMessage('email_invalid'))),
  phone: PhoneText.optional(),
  ...rights,
});
export type Invitee = z.infer<typeof Invitee>;

export const UserChange = z.strictObject({
  ...rights,
  state: z.enum(['invited', 'active', 'suspended']),
  reason: UserReason.optional(),
});
export type UserChange = z.infer<typeof UserChange>;

export const UserView = z
  .object({
    uid: Uid,
    version: z.int(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    username: z.string().nullable(),
    isYou: z.boolean(),
    role: Role,
    accessRole: objectOf(accessKeys, z.boolean()),
    /** Null: every account. */
    accounts: z.array(z.string()).nullable(),
    limits: z.object({ perPayment: z.string().nullable(), daily: z.string().nullable(), currency: CurrencyCode }),
    status: UserStatus,
    reason: UserReason.nullable(),
    lastLogin: Moment.nullable(),
    /** Without it, a person moves no money and changes no people. */
    isIdentityChecked: z.boolean(),
    /** Second factors that the person has set up. Without one, the PIN alone confirms. */
    mfa: z.array(z.enum(['passkey', 'totp'])),
    invitedBy: z.string().nullable(),
    invitedAt: Moment.nullable(),
    /** End of an open invitation. In the past: it has expired and can be sent again. */
    expiresAt: Moment.nullable(),
    isExpired: z.boolean(),
    permissions: z.object({ edit: z.boolean(), suspend: z.boolean(), remove: z.boolean(), resetPin: z.boolean() }),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof UserView>;

/** What a person set up and what stops, or goes on without them, when they go. */
export const UserWork = z.object({
  standingOrders: z.int(),
  scheduledPayments: z.int(),
  autoFxOrders: z.int(),
  openRequests: z.int(),
});
export type UserWork = z.infer<typeof UserWork>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/user/{id}/lists',
  access: 'usermanage',
  about: 'The people of the customer whose id this is, which is the one of the session, with what the reader may give.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({
    list: z.array(UserView),
    /** Accounts that the reader may give, with the last digits of their numbers. */
    accounts: z.array(z.object({ bankholderId: z.string(), currency: CurrencyCode, ending: z.string() })),
    /** Roles that the reader may give here. */
    roles: z.array(Role),
  }),
  refusals: ['not_found'],
});

const authorised = { authorisation: PinAuthorisation, idempotency: Idempotency };

const rightsRefusals = ['validation_failed', 'access_denied', 'authorisation_invalid', 'rights_exceeded'] as const;
const changeRefusals = ['not_found', 'user_changed', 'user_is_self', 'owner_protected', 'last_owner'] as const;

export const invite = endpoint({
  method: 'POST',
  path: '/v1/user',
  access: 'usermanage',
  about: 'Invites a person by e-mail for 14 days. The answer is the same whether or not the address has a login.',
  input: z.strictObject({ ...Invitee.shape, ...authorised }),
  reply: UserView,
  refusals: [...rightsRefusals, 'user_exists', 'too_many_invitations'],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/user/{id}',
  access: 'usermanage',
  about: 'One person, with what they set up.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({ ...UserView.shape, work: UserWork }),
  refusals: ['not_found'],
});

export const update = endpoint({
  method: 'PUT',
  path: '/v1/user/{id}',
  access: 'usermanage',
  about:
    'Changes role, rights, accounts and limits, and suspends (with a reason) or reinstates. Effective with the next request of the person. `version` is the one that was shown.',
  input: z.strictObject({ id: Uid, version: z.int().positive(), ...UserChange.shape, ...authorised }),
  reply: UserView,
  refusals: [...rightsRefusals, ...changeRefusals, 'invalid_transition', 'rule_unsatisfiable'],
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/user/{id}',
  access: 'usermanage',
  about: 'Removes a person, or cancels their invitation. Their sessions with this customer end.',
  input: z.strictObject({ id: Uid, version: z.int().positive(), reason: UserReason, ...authorised }),
  reply: NoContent,
  refusals: ['access_denied', 'authorisation_invalid', ...changeRefusals, 'rule_unsatisfiable'],
});

export const resetPin = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/resetpin',
  access: 'usermanage',
  about:
    'The person has to choose a new PIN at its next use, with their password and under the limits of a reset. Nobody else sees or chooses it.',
  input: z.strictObject({ id: Uid, ...authorised }),
  reply: NoContent,
  refusals: [
    'not_found',
    'access_denied',
    'authorisation_invalid',
    'user_is_self',
    'owner_protected',
    'invalid_transition',
    'pin_not_resettable',
  ],
});

export const resend = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/resendinvitation',
  access: 'usermanage',
  about: 'Sends the invitation again, for another 14 days. The link that was sent before stops working.',
  input: z.strictObject({ id: Uid, idempotency: Idempotency }),
  reply: UserView,
  refusals: [
    'not_found',
    'access_denied',
    'owner_protected',
    'rights_exceeded',
    'invalid_transition',
    'too_many_invitations',
  ],
});

/** The purposes name no money, so their amount is nothing. */
const withoutMoney = { amount: AmountText, currency: CurrencyCode, paymentIdempotency: Idempotency };

export const UserInvitePurpose = z.strictObject({
  operation: z.literal('user.invite'),
  invitee: Invitee,
  ...withoutMoney,
});

export const UserUpdatePurpose = z.strictObject({
  operation: z.literal('user.update'),
  uid: Uid,
  version: z.int().positive(),
  change: UserChange,
  ...withoutMoney,
});

export const UserRemovePurpose = z.strictObject({
  operation: z.literal('user.remove'),
  uid: Uid,
  version: z.int().positive(),
  reason: UserReason,
  ...withoutMoney,
});

export const UserPinPurpose = z.strictObject({
  operation: z.literal('user.resetpin'),
  uid: Uid,
  ...withoutMoney,
});
