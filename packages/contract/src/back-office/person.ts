import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { Channel } from '../identity/channel.ts';
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
    newPhoneUntil: Moment.nullable(),
    /** Whether help can go to the phone: the person confirmed the number, and it did not change lately. */
    phoneTakesHelp: z.boolean(),
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

/** Where the help went, masked, and until when it can be used. Staff see no secret. */
export const PasswordHelp = z
  .object({ channel: Channel, sentTo: z.string(), expiresAt: Moment })
  .meta({ id: 'PasswordHelp' });
export type PasswordHelp = z.infer<typeof PasswordHelp>;
/** A link by e-mail, or a one-time password by text message. */
export const HelpChannel = Channel.default('email');

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
    'Starts a change of contact details, which the person finishes. A telephone number holds once they give the codes that go to it and to their e-mail address; an e-mail address with the codes that go to the old and the new one.',
  input: z.strictObject({
    id: Uid,
    phone: PhoneText.optional(),
    email: z.email(fieldMessage('email_invalid')).max(254).optional(),
    reason: ChangeReason,
    idempotency: Idempotency,
  }),
  reply: PersonView,
  refusals: [
    ...refusals,
    'validation_failed',
    'email_unchanged',
    'too_many_email_changes',
    'phone_unchanged',
    'too_many_phone_changes',
  ],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/manage/user/changepassword/{id}',
  access: 'staff',
  about:
    'Ends a person’s password and sessions and sends them the way to a new one: a link to their e-mail address, or a one-time password to the phone number that they confirmed. Staff see neither.',
  input: z.strictObject({ id: Uid, channel: HelpChannel, reason: ChangeReason, idempotency: Idempotency }),
  reply: PasswordHelp,
  refusals: [...refusals, 'invalid_transition', 'channel_unavailable'],
});

export const resetPin = endpoint({
  method: 'POST',
  path: '/v1/manage/customer/resetpin',
  access: 'staff',
  about:
    'Ends the PIN of a person and sends them the way to a new one, which they choose with their password and another proof. Staff neither see nor set it.',
  input: z.strictObject({ customerId: Uid, userId: Uid, reason: ChangeReason, idempotency: Idempotency }),
  reply: NoContent,
  refusals: [...refusals, 'invalid_transition', 'pin_not_resettable'],
});
