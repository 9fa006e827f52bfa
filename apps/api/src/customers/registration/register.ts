import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { isOfAge } from '@larkmere/contract/customers/age';
import { message } from '@larkmere/messages/message';
import { requireStrongPassword } from '../../identity/recovery/recovery.ts';
import { admitRecoveryAttempt, type SignInSecrets } from '../../identity/session/session.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { isPhoneNumber } from '../../platform/requests/phone-number.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, PublicActor, Workflow } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { hashToken } from '../../platform/security/token.ts';
import { countryOf, riskOf } from '../../reference/country/country.ts';
import { findReferrer, findUserIdByEmail } from '../customer/customer.ts';
import { countRecentRequests, insertRequest, lockRequest } from './registration.sql.ts';

const maxMailsPerHour = 3;
const thai = /\p{Script=Thai}/u;

export type RegistrationSecrets = SignInSecrets & Readonly<{ confirmCodes: Buffer }>;
type Registration = Parameters<Workflow<typeof contract.registration.register>>[1];

/** Answers and works alike for known and unknown addresses: the e-mail differs, nothing else. */
export const register =
  (secrets: RegistrationSecrets): Workflow<typeof contract.registration.register> =>
  async (steps, form) => {
    requireWholeForm(form);
    await requireStrongPassword(form.password, [...form.name.split(' '), form.email.split('@', 1)[0] ?? '']);
    const passwordHash = await hashPassword(form.password);
    const attempt = { name: `registration of ${form.email}`, captcha: form.captcha };
    await admitRecoveryAttempt(steps, secrets, attempt, async (ctx) => {
      requireAge(form.dateOfBirth, ctx.now);
      await requireCountry(ctx, form.country);
      const email = form.email.normalize('NFKC');
      const id = randomUUID();
      const isSilent = (await countRecentRequests(ctx.tx, email)) >= maxMailsPerHour;
      await insertRequest(ctx.tx, {
        id,
        email,
        knownUserId: (await findUserIdByEmail(ctx.tx, email)) ?? null,
        tokenHash: hashToken(deriveConfirmCode(secrets.confirmCodes, id)),
        name: form.name,
        latinName: form.latinName ?? null,
        dateOfBirth: form.dateOfBirth,
        country: form.country,
        phone: form.phone,
        passwordHash,
        notifyNews: form.notifyNews,
        termsVersion: form.acceptTermsVersion ?? null,
        referrerId: (await findReferrer(ctx.tx, form.memberCode ?? ''))?.id ?? null,
      });
      await audit(ctx, 'registration.requested', `registration:${id}`, { country: form.country });
      await emit(ctx, registrationRequested, { requestId: id, isSilent });
    });
    return null;
  };

function requireWholeForm({ name, latinName, phone }: Registration): void {
  const errors: FieldError[] = [];
  if (thai.test(name) && latinName === undefined)
    errors.push({ field: 'latinName', code: 'required', reason: message('latin_name_required') });
  if (!isPhoneNumber(phone)) errors.push({ field: 'phone', code: 'invalid', reason: message('phone_invalid') });
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
}

function requireAge(dateOfBirth: string, now: Date): void {
  if (isOfAge(dateOfBirth, now)) return;
  const reason = message('age_too_low');
  throw new Refusal('validation_failed', { errors: [{ field: 'dateOfBirth', code: 'not_allowed', reason }] });
}

async function requireCountry({ tx }: Ctx<PublicActor>, country: string): Promise<void> {
  if (countryOf(country) && (await riskOf(tx, [country])) !== 'prohibited') return;
  const reason = message('country_not_served');
  throw new Refusal('validation_failed', { errors: [{ field: 'country', code: 'not_allowed', reason }] });
}

/**
 * Sends the link of a registration again that was not confirmed, as a reminder: to an address that is known by now, the
 * e-mail that says so. The link before stops working, and what was entered is kept no longer than it was. Returns the id
 * of the new request.
 */
export async function renewRequest({ tx, now, ...ctx }: Ctx, confirmCodes: Buffer, id: string): Promise<string> {
  const before = await lockRequest(tx, id);
  if (!before) throw new Error(`registration ${id} is missing`);
  const { isExpired: _, expiresAt: __, ...entered } = before;
  const renewedId = randomUUID();
  await insertRequest(tx, {
    ...entered,
    id: renewedId,
    knownUserId: (await findUserIdByEmail(tx, before.email)) ?? null,
    tokenHash: hashToken(deriveConfirmCode(confirmCodes, renewedId)),
    voidedAt: null,
    reminders: before.reminders + 1,
    remindedAt: now,
  });
  await emit({ tx, ...ctx }, registrationRequested, { requestId: renewedId, isSilent: false });
  return renewedId;
}

/** `isSilent` if the address was sent the most e-mails of an hour. */
export const registrationRequested = defineEvent<RegistrationRequested>('registration.requested');
type RegistrationRequested = Readonly<{ requestId: string; isSilent: boolean }>;

export const registrationConfirmed = defineEvent<RegistrationConfirmed>('registration.confirmed');
export type RegistrationConfirmed = Readonly<{
  userId: string;
  memberCode: string;
  customerId: string;
  /** Who invited them. */
  referrerId: string | null;
}>;

/** The code of a link. Neither the database nor the outbox holds it: the e-mail derives it again. */
export const deriveConfirmCode = (key: Buffer, requestId: string): string =>
  createHmac('sha256', key).update(requestId).digest('base64url');

export const deriveConfirmKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links that confirm a registration', 32));
