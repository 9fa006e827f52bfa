import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, NoContent } from '../platform/fields.ts';
import { passwordRules } from './password-rules.ts';

export const NewPassword = z
  .string()
  .min(passwordRules.min, fieldMessage('password_too_short'))
  .max(passwordRules.max, fieldMessage('password_too_long'));

export const change = endpoint({
  method: 'POST',
  path: '/v1/changepassword',
  access: 'changepassword',
  about:
    'Sets a new password. The current one is asked for and counts as a login attempt. It ends all other sessions and tells the owner.',
  input: z.strictObject({
    current: z.string().min(1, fieldMessage('password_required')).max(passwordRules.max),
    password: NewPassword,
    confirm: z.string().max(passwordRules.max),
    idempotency: Idempotency,
  }),
  reply: NoContent,
  refusals: [
    'login_failed',
    'login_locked',
    'password_reset_required',
    'password_weak',
    'password_mismatch',
    'password_unchanged',
  ],
});
