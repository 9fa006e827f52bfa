import type { contract } from '@larkmere/contract/contract';
import { admitConfirmation } from '../../identity/session/session.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { buildEnrolmentUri, generateTotpSecret, verifyTotpCode } from '../../platform/security/totp.ts';
import { lockOwnAccount } from './change-passkeys.ts';
import { recordFactorChange } from './factor-events.ts';
import type { StaffFactorSettings } from './factor-settings.ts';
import { staffIssuer } from './show-qrcode.ts';
import { beginNextAuthenticator, findNextSecret, switchAuthenticator } from './staff-factor.sql.ts';
import { verifyOwnFactor } from './verify-own-factor.ts';

/** Not idempotent: a stored reply would store the secret. Refuses with `staff_factor_wrong` or `login_locked`. */
export const beginStaffAuthenticator =
  (settings: StaffFactorSettings): Workflow<typeof contract.staffFactor.beginTotp> =>
  async (steps, { factor, idempotency }) => {
    const { staffId } = steps.actor;
    const purpose = { operation: 'staff-factor.add', method: 'totp', requestIdempotency: idempotency } as const;
    const consume = await verifyOwnFactor(steps, settings, purpose, factor);
    const secret = generateTotpSecret();
    return steps.transaction(async (ctx) => {
      const { username } = await lockOwnAccount(ctx);
      await consume(ctx);
      await beginNextAuthenticator(ctx.tx, staffId, encrypt(settings.encryptionKey, staffId, secret));
      return { uri: buildEnrolmentUri({ issuer: staffIssuer, username, secret }), secret };
    });
  };

/** Refuses with `authenticator_code_wrong`, also if the secret was shown too long ago, or `login_locked`. */
export const confirmStaffAuthenticator =
  (settings: StaffFactorSettings): Workflow<typeof contract.staffFactor.confirmTotp> =>
  async (steps, { code }) => {
    const { staffId: memberId } = steps.actor;
    const { resetFailures, reportFailure } = await admitConfirmation(steps, { realm: 'staff', id: memberId });
    const { sealed, now } = await steps.transaction(async (ctx) => ({
      sealed: await findNextSecret(ctx.tx, memberId),
      now: ctx.now,
    }));
    const step = sealed && (await verifyTotpCode(decrypt(settings.encryptionKey, memberId, sealed), code, now));
    if (!sealed || step === undefined) {
      await reportFailure();
      throw new Refusal('authenticator_code_wrong');
    }
    return steps.transaction(async (ctx) => {
      const { totpConfirmedAt: confirmedAt } = await lockOwnAccount(ctx);
      if (!(await switchAuthenticator(ctx.tx, { memberId, encryptedSecret: sealed, step })))
        throw new Refusal('authenticator_code_wrong');
      await resetFailures(ctx.tx);
      const { userAgent } = steps.caller;
      const detail = { replaced: confirmedAt !== null };
      await recordFactorChange(ctx, { memberId, change: 'authenticator_set_up', userAgent }, detail);
      return null;
    });
  };
