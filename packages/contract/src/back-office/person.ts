import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, NoContent, PhoneText, Uid } from '../platform/fields.ts';
import { ChangeReason } from './role.ts';

const refusals = ['access_denied', 'not_found'] as const;

/** Telephone numbers are masked: staff correct them without reading them. */
export const PersonView = z
  .object({
    uid: Uid,
    name: z.string(),
    username: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    pin: z.enum(['none', 'active', 'locked']),
    /** Until when a one-time password that staff gave is valid. */
    oneTimePasswordUntil: Moment.nullable(),
    /** A change of the e-mail address waits for the person's codes. */
    newEmailUntil: Moment.nullable(),
    customers: z.array(
      z.object({
        uid: Uid,
        memberCode: z.string(),
        name: z.string(),
        role: z.string(),
        state: z.string(),
        status: z.string(),
      }),
    ),
  })
  .meta({ id: 'Person' });
export type PersonView = z.infer<typeof PersonView>;

/** Shown once: the server keeps its hash only. */
export const OneTimePassword = z.object({ password: z.string(), expiresAt: Moment }).meta({ id: 'OneTimePassword' });
export type OneTimePassword = z.infer<typeof OneTimePassword>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/user/{id}',
  access: 'staff',
  about: 'A person with their contact details and the customers they act for. Every look is recorded.',
  input: z.strictObject({ id: Uid }),
  reply: PersonView,
  refusals,
});

export const correct = endpoint({
  method: 'POST',
  path: '/v1/manage/user/{id}',
  access: 'staff',
  about:
    'Corrects contact details. A telephone number holds at once and the person is told. An e-mail address holds once the person confirms it with the codes that go to the old and the new one.',
  input: z.strictObject({
    id: Uid,
    phone: PhoneText.optional(),
    email: z.email(fieldMessage('email_invalid')).max(254).optional(),
    reason: ChangeReason,
    idempotency: Idempotency,
  }),
  reply: PersonView,
  refusals: [...refusals, 'validation_failed', 'email_unchanged', 'too_many_email_changes'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/manage/user/changepassword/{id}',
  access: 'staff',
  about:
    'Gives a person a one-time password for a day, which is shown once. It opens no session: at the login they choose an own one. Their sessions end, and they are told.',
  input: z.strictObject({ id: Uid, reason: ChangeReason, idempotency: Idempotency }),
  reply: OneTimePassword,
  refusals: [...refusals, 'invalid_transition'],
});

export const resetPin = endpoint({
  method: 'POST',
  path: '/v1/manage/customer/resetpin',
  access: 'staff',
  about:
    'Ends the PIN of a person and sends them the way to a new one, which they choose with their password. Staff neither see nor set it.',
  input: z.strictObject({ customerId: Uid, userId: Uid, reason: ChangeReason, idempotency: Idempotency }),
  reply: NoContent,
  refusals: [...refusals, 'invalid_transition', 'pin_not_resettable'],
});
