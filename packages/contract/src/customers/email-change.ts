import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, NoContent } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

const Code = freeText().regex(/^\d{6}$/, fieldMessage('email_code_format_invalid'));

export const request = endpoint({
  method: 'POST',
  path: '/v1/profile/email',
  access: 'viewprofile',
  about:
    'Begins the change of the e-mail address. The password is asked for and counts as a login attempt. A code goes to the old and one to the new address; the answer is the same for an address that belongs to another person.',
  input: z.strictObject({
    email: z.email(fieldMessage('email_invalid')).max(254),
    password: z.string().min(1, fieldMessage('password_required')).max(128),
    idempotency: Idempotency,
  }),
  reply: z.object({ expiresAt: Moment }),
  refusals: ['login_failed', 'login_locked', 'email_unchanged', 'too_many_email_changes'],
});

export const confirm = endpoint({
  method: 'POST',
  path: '/v1/profile/email/confirm',
  access: 'viewprofile',
  about:
    'Changes the e-mail address with both codes. Five wrong tries end the request. It ends all other sessions, tells the old address, and for 24 hours less can be sent to new payees.',
  input: z.strictObject({ oldCode: Code, newCode: Code, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['email_codes_wrong'],
});
