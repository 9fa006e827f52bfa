import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, NoContent } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { NewPassword } from './password.ts';
import { passwordRules } from './password-rules.ts';

const Captcha = z.string().max(4000).optional();

export const request = endpoint({
  method: 'POST',
  path: '/v1/forgot-login',
  access: 'public',
  beforeKyc: true,
  about:
    'E-mails a link for a new password, with the login name. The response is the same for known and unknown names.',
  input: z.strictObject({
    identifier: freeText().min(1, fieldMessage('login_name_required')).max(254),
    captcha: Captcha,
    idempotency: Idempotency,
  }),
  reply: NoContent,
  refusals: ['login_locked', 'captcha_required', 'captcha_failed'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/v1/resetpassword/{token}',
  access: 'public',
  beforeKyc: true,
  about:
    'Sets a new password by a link that works once, for 30 minutes. It ends every session, logs nobody in, and for 24 hours less can be sent to new payees.',
  input: z.strictObject({
    token: z.string().min(1).max(100),
    password: NewPassword,
    confirm: z.string().max(passwordRules.max),
    captcha: Captcha,
    idempotency: Idempotency,
  }),
  reply: NoContent,
  refusals: [
    'reset_link_invalid',
    'password_weak',
    'password_mismatch',
    'password_unchanged',
    'login_locked',
    'captcha_required',
    'captcha_failed',
  ],
});
