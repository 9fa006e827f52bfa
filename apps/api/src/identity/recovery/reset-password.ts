import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { hashToken } from '../../platform/security/token.ts';
import { describeDevice } from '../device/device.ts';
import { admitRecoveryAttempt, forgetRecoveryAttempt, isPasswordUsed, replacePassword } from '../session/session.ts';
import { findLinkOwner } from './recovery.read.ts';
import type { RecoverySecrets } from './recovery.routes.ts';
import { useLink, voidOtherLinks } from './recovery.sql.ts';
import { passwordReset } from './recovery-events.ts';
import { requireStrongPassword } from './weak-password.ts';

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
