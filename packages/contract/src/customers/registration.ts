import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { passwordRules } from '../identity/password-rules.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, Idempotency, MoneyView, PhoneText, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

export const PersonName = freeText()
  .min(1, fieldMessage('full_name_required'))
  .max(70, fieldMessage('full_name_too_long'))
  .regex(/^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u, fieldMessage('full_name_invalid'));

const LatinName = PersonName.regex(/^[\p{Script=Latin}\p{M} .'’-]+$/u, fieldMessage('latin_name_invalid'));

const NewPassword = z
  .string()
  .min(passwordRules.min, fieldMessage('password_too_short'))
  .max(passwordRules.max, fieldMessage('password_too_long'));

const Captcha = z.string().max(4000).optional();
const MemberCode = freeText().max(20);

export const invitation = endpoint({
  method: 'GET',
  path: '/v1/registration/invitation/{memberCode}',
  access: 'public',
  beforeKyc: true,
  about: 'Who invites with this member code, and what both get. Null if the code is unknown or invites nobody.',
  input: z.strictObject({ memberCode: MemberCode }),
  reply: z
    .object({
      firstName: z.string(),
      initials: z.string(),
      reward: MoneyView,
      exchange: MoneyView,
      freeTransfers: z.int(),
      completeBy: CalendarDate,
    })
    .nullable(),
  refusals: [],
});

export const register = endpoint({
  method: 'POST',
  path: '/v1/registration',
  access: 'public',
  serviceKey: 'register',
  beforeKyc: true,
  about:
    'Asks for a wallet account and e-mails a link that confirms the address, once, within 24 hours. The response is the same for an address that is known.',
  input: z.strictObject({
    name: PersonName,
    latinName: LatinName.optional(),
    dateOfBirth: CalendarDate,
    country: z.string().regex(/^[A-Z]{2}$/),
    email: freeText()
      .max(254)
      .pipe(z.email(fieldMessage('email_invalid'))),
    phone: PhoneText,
    password: NewPassword,
    acceptTermsVersion: z.string().min(1).max(20).optional(),
    notifyNews: z.boolean(),
    memberCode: MemberCode.optional(),
    captcha: Captcha,
    idempotency: Idempotency,
  }),
  reply: z.null(),
  refusals: ['password_weak', 'login_locked', 'captcha_required', 'captcha_failed', 'service_off'],
});

export const confirm = endpoint({
  method: 'POST',
  path: '/v1/account/{id}/registerconfirm',
  access: 'public',
  beforeKyc: true,
  about:
    'Confirms the address of a registration and opens the wallet account. `already` needs the right code; a wrong one is `expired`. A password replaces the one of the registration.',
  input: z.strictObject({
    id: Uid,
    code: z.string().min(1).max(100),
    password: NewPassword.optional(),
    acceptTermsVersion: z.string().min(1).max(20).optional(),
    captcha: Captcha,
    idempotency: Idempotency,
  }),
  reply: z.object({ state: z.enum(['confirmed', 'already', 'expired']) }),
  refusals: ['password_weak', 'login_locked', 'captcha_required', 'captcha_failed'],
});
