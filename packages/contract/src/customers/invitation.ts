import { z } from 'zod';
import { NewPassword } from '../identity/password.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, NoContent } from '../platform/fields.ts';
import { Role } from './membership.ts';
import { PersonName } from './registration.ts';

/** The secret of the link. Never part of a path or a query, which proxies log. */
const InvitationToken = z.string().min(1).max(100);

const answer = z.object({ state: z.enum(['accepted', 'already']) });

export const show = endpoint({
  method: 'POST',
  path: '/v1/invitation/show',
  access: 'public',
  beforeKyc: true,
  about: 'Who invites to what, for the holder of the link. Null if it has ended, expired or never existed.',
  input: z.strictObject({ token: InvitationToken, idempotency: Idempotency.optional() }),
  reply: z
    .object({
      invitedBy: z.string(),
      customer: z.string(),
      role: Role,
      name: z.string(),
      email: z.string(),
      expiresAt: Moment,
    })
    .nullable(),
  refusals: [],
});

export const acceptAsNew = endpoint({
  method: 'POST',
  path: '/v1/invitation/register',
  access: 'public',
  beforeKyc: true,
  about:
    'Accepts with a new login for the invited address. Refused in the same words for a link that does not work and for an address that has a login.',
  input: z.strictObject({
    token: InvitationToken,
    name: PersonName,
    password: NewPassword,
    /** Without it, the terms are accepted at the first login. */
    acceptTermsVersion: z.string().min(1).max(20).optional(),
    captcha: z.string().max(4000).optional(),
    idempotency: Idempotency,
  }),
  reply: answer,
  refusals: ['invitation_invalid', 'password_weak', 'login_locked', 'captcha_required', 'captcha_failed'],
});

export const accept = endpoint({
  method: 'POST',
  path: '/v1/invitation/accept',
  access: 'customer',
  beforeKyc: true,
  about: 'Accepts with the login of the session, whose address must be the invited one.',
  input: z.strictObject({ token: InvitationToken, idempotency: Idempotency }),
  reply: answer,
  refusals: ['invitation_invalid', 'invitation_for_other_address', 'user_exists'],
});

export const decline = endpoint({
  method: 'POST',
  path: '/v1/invitation/decline',
  access: 'public',
  beforeKyc: true,
  about: 'Ends the invitation without joining. The holder of the link may do so.',
  input: z.strictObject({ token: InvitationToken, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['invitation_invalid'],
});
