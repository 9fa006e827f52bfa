import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { Channel } from '../identity/channel.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, NoContent, PhoneText } from '../platform/fields.ts';

const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, fieldMessage('email_code_format_invalid'));

export const request = endpoint({
  method: 'POST',
  path: '/v1/profile/phone',
  access: 'viewprofile',
  about:
    'Begins the change of the telephone number, or the confirmation of the present one. The password is asked for and counts as a login attempt. One code goes to the new number, another to the e-mail address, or to the old number if the password was last reset by e-mail.',
  input: z.strictObject({
    phone: PhoneText,
    password: z.string().min(1, fieldMessage('password_required')).max(128),
    idempotency: Idempotency,
  }),
  reply: z.object({ channel: Channel, sentTo: z.string(), expiresAt: Moment }),
  refusals: ['login_failed', 'login_locked', 'phone_unchanged', 'channel_unavailable', 'too_many_phone_changes'],
});

export const confirm = endpoint({
  method: 'POST',
  path: '/v1/profile/phone/confirm',
  access: 'viewprofile',
  about:
    'Changes the telephone number with both codes. Five wrong tries end the request. It ends all other sessions, and tells the e-mail address and the old number.',
  input: z.strictObject({ ownCode: Code, newCode: Code, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['phone_codes_wrong'],
});
