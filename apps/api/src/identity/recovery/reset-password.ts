import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Workflow } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { hashToken } from '../../platform/security/token.ts';
import { describeDevice } from '../device/device.ts';
import {
  admitRecoveryAttempt,
  endPassword,
  findLogin,
  forgetRecoveryAttempt,
  isPasswordUsed,
  replacePassword,
  type SignInSecrets,
  type StartPasswordChange,
} from '../session/session.ts';
import { countRecentRequests, findHelpExpiry, findLinkOwner } from './recovery.read.ts';
import { insertRequest, useLink, voidOtherLinks } from './recovery.sql.ts';
import { requireStrongPassword } from './weak-password.ts';

export type RecoverySecrets = SignInSecrets & Readonly<{ resetTokens: Buffer }>;

/**
 * Sets a new password and logs nobody in. Refuses with `reset_link_invalid` in the same words for a link that was used,
 * expired or never sent, with `password_weak`, `password_mismatch`, or `password_unchanged` for the last
 * password and for a one-time password.
 */
export const resetPassword =
  (secrets: RecoverySecrets): Workflow<typeof contract.recovery.resetPassword> =>
  async (steps, { token, password, confirm, captcha }) => {
    if (password !== confirm) throw new Refusal('password_mismatch');
    const tokenHash = hashToken(token);
    const owner = await admitRecoveryAttempt(
      steps,
      secrets,
      { name: tokenHash.toString('hex'), captcha },
      async (ctx, _name, subject) => {
        const found = await findLinkOwner(ctx.tx, tokenHash);
        if (found) await forgetRecoveryAttempt(ctx.tx, subject);
        return found;
      },
    );
    if (!owner) throw new Refusal('reset_link_invalid');
    const { userId, username, email, memberCodes } = owner;
    await requireStrongPassword(password, [username, email.split('@', 1)[0] ?? '', ...memberCodes]);
    if (await isPasswordUsed(steps, userId, password)) {
      // Of two uses of a link at once, the password of the first may be there already.
      const isOpen = await steps.transaction(({ tx }) => findLinkOwner(tx, tokenHash));
      throw new Refusal(isOpen ? 'password_unchanged' : 'reset_link_invalid');
    }
    const hash = await hashPassword(password);
    await steps.transaction(async (ctx) => {
      const resetChannel = await useLink(ctx.tx, tokenHash);
      if (!resetChannel) throw new Refusal('reset_link_invalid');
      await voidOtherLinks(ctx.tx, userId);
      await replacePassword(ctx, { userId, hash, resetChannel });
      await audit(ctx, 'recovery.password_reset', `person:${userId}`);
      const device = describeDevice(steps.caller.userAgent);
      await emit(ctx, passwordReset, { userId, at: ctx.now.toISOString(), device });
    });
    return null;
  };

const maxMailsPerHour = 3;

/** Answers and works alike for known and unknown names, and for a user who was sent the most e-mails of an hour. */
export const requestRecovery =
  (secrets: RecoverySecrets): Workflow<typeof contract.recovery.request> =>
  async (steps, { identifier, captcha }) => {
    await admitRecoveryAttempt(steps, secrets, { name: identifier, captcha }, async (ctx, name) => {
      const known = (await findLogin(ctx.tx, name))?.userId ?? null;
      const userId = (await countRecentRequests(ctx.tx, known)) < maxMailsPerHour ? known : null;
      const requestId = randomUUID();
      const tokenHash = hashToken(deriveResetToken(secrets.resetTokens, requestId));
      const expiresAt = (
        await insertRequest(ctx.tx, { id: requestId, userId, tokenHash, channel: 'email' })
      ).toISOString();
      await audit(ctx, 'recovery.requested', `person:${known ?? 'unknown'}`);
      await emit(ctx, recoveryRequested, { requestId, userId, expiresAt });
    });
    return null;
  };

/** With a one-time password, which came by text message: as if the person had opened the link of an e-mail. */
export const startPasswordChange =
  (resetTokens: Buffer): StartPasswordChange =>
  async (ctx, userId) => {
    const id = randomUUID();
    const token = deriveResetToken(resetTokens, id);
    await voidOtherLinks(ctx.tx, userId);
    await insertRequest(ctx.tx, { id, userId, tokenHash: hashToken(token), channel: 'phone' });
    await audit(ctx, 'recovery.one_time_password_used', `person:${userId}`);
    return token;
  };

type Help = Readonly<{ userId: string; key: string; reason: string }>;

/**
 * Ends the password and mails the person a link to a new one. A repeated request sends no second link. Refuses with
 * `invalid_transition` for a person without a password.
 */
export async function startRecoveryByStaff(
  ctx: StaffCtx,
  resetTokens: Buffer,
  { userId, key, reason }: Help,
): Promise<Readonly<{ expiresAt: Date; isNew: boolean }>> {
  const sent = await findHelpExpiry(ctx.tx, userId, key);
  if (sent) return { expiresAt: sent, isNew: false };
  const requestId = randomUUID();
  const tokenHash = hashToken(deriveResetToken(resetTokens, requestId));
  await endPassword(ctx, userId);
  await voidOtherLinks(ctx.tx, userId);
  const expiresAt = await insertRequest(ctx.tx, { id: requestId, userId, tokenHash, channel: 'email', helpKey: key });
  await audit(ctx, 'recovery.started_by_staff', `person:${userId}`, { reason });
  const at = ctx.now.toISOString();
  await emit(ctx, recoveryStartedByStaff, { requestId, userId, at, expiresAt: expiresAt.toISOString() });
  return { expiresAt, isNew: true };
}

/** `userId` is null if nobody has the typed name, or has asked too often. */
export const recoveryRequested = defineEvent<RecoveryRequested>('recovery.requested');
type RecoveryRequested = Readonly<{ requestId: string; userId: string | null; expiresAt: string }>;

export const passwordReset = defineEvent<PasswordReset>('recovery.password_reset');
export type PasswordReset = Readonly<{ userId: string; at: string; device: string }>;

/** Staff ended the password and sent the link; the person chooses the new one. */
export const recoveryStartedByStaff = defineEvent<RecoveryStartedByStaff>('recovery.started_by_staff');
export type RecoveryStartedByStaff = Readonly<{ requestId: string; userId: string; at: string; expiresAt: string }>;

/**
 * The token of a request. Neither the database nor the outbox holds it: the e-mail derives it again, also when it is
 * sent once more.
 */
export const deriveResetToken = (key: Buffer, requestId: string): string =>
  createHmac('sha256', key).update(requestId).digest('base64url');

export const deriveResetTokenKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links for a new password', 32));
