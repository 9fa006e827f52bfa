import { z } from 'zod';
import { accessKeys } from '../platform/access.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  objectOf,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { MembershipState, Role } from './membership.ts';

/** What a person has, or would have afterwards. Null accounts: every one. A null limit: none. */
export const AccessTerms = z
  .object({
    role: Role,
    accessRole: objectOf(accessKeys, z.boolean()),
    accounts: z.array(z.string()).nullable(),
    limits: z.object({ perPayment: z.string().nullable(), daily: z.string().nullable(), currency: CurrencyCode }),
    state: MembershipState,
  })
  .meta({ id: 'AccessTerms' });
export type AccessTerms = z.infer<typeof AccessTerms>;

export const AccessRequestState = z
  .enum(['waiting', 'scheduled', 'approved', 'applied', 'refused', 'withdrawn', 'void', 'expired'])
  .meta({ id: 'AccessRequestState' });

export const AccessRequestView = z
  .object({
    uid: Uid,
    /** Null: a new person is invited. */
    userUid: Uid.nullable(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    before: AccessTerms.nullable(),
    after: AccessTerms,
    digest: z.string(),
    state: AccessRequestState,
    reason: z.string(),
    preparedAt: Moment,
    expiresAt: Moment,
    /** Set once a second member of staff agreed: without a refusal by then it is done. */
    takesEffectAt: Moment.nullable(),
    canDecide: z.boolean(),
  })
  .meta({ id: 'AccessRequest' });
export type AccessRequestView = z.infer<typeof AccessRequestView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/access-request',
  access: 'usermanage',
  about: 'What our staff prepared for people of this customer and an owner has to approve. The open ones only.',
  input: EmptyInput,
  reply: z.object({ list: z.array(AccessRequestView) }),
  refusals: [],
});

const decisionRefusals = ['not_found', 'access_denied', 'invalid_transition'] as const;

export const approve = endpoint({
  method: 'POST',
  path: '/v1/access-request/{uid}/approve',
  access: 'usermanage',
  about: 'An owner approves exactly what was shown, with PIN and second factor. It takes effect at once.',
  input: z.strictObject({
    uid: Uid,
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: AccessRequestView,
  refusals: [
    ...decisionRefusals,
    'authorisation_invalid',
    'validation_failed',
    'owner_protected',
    'rights_exceeded',
    'user_is_self',
    'user_exists',
    'user_changed',
    'last_owner',
    'rule_unsatisfiable',
    'too_many_invitations',
  ],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/access-request/{uid}/refuse',
  access: 'usermanage',
  accountAction: 'stop',
  about: 'An owner refuses. Nothing changes. No PIN is needed, because nothing is given.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: AccessRequestView,
  refusals: decisionRefusals,
});

/** The digest covers person, e-mail, role, rights, accounts, limits and state. The purpose names no money. */
export const AccessRequestPurpose = z.strictObject({
  operation: z.literal('access-request.approve'),
  uid: Uid,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
