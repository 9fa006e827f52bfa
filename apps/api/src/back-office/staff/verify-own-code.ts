import { admitConfirmation } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffActor, WorkflowContext } from '../../platform/requests/verb.ts';
import { decrypt } from '../../platform/security/encryption.ts';
import { verifyTotpCode } from '../../platform/security/totp.ts';
import { consumeTotpStep, findMemberById } from './staff.sql.ts';

/**
 * Verifies a one-time code that a signed-in staff person gives again. Returns what uses it up, in the transaction of
 * the act; it is false for a code that was used meanwhile. Refuses with `authenticator_code_wrong`, which counts as a
 * failed login, and `login_locked`.
 */
export async function verifyOwnCode(
  steps: WorkflowContext<StaffActor>,
  key: Buffer,
  code: string,
): Promise<(tx: Tx) => Promise<boolean>> {
  const memberId = steps.actor.staffId;
  const { resetFailures, reportFailure } = await admitConfirmation(steps, { realm: 'staff', id: memberId });
  const { sealed, now } = await steps.transaction(async (ctx) => ({
    sealed: (await findMemberById(ctx.tx, memberId))?.totpSecret,
    now: ctx.now,
  }));
  const step = sealed ? await verifyTotpCode(decrypt(key, memberId, sealed), code, now) : undefined;
  if (!sealed || step === undefined) {
    await reportFailure();
    throw new Refusal('authenticator_code_wrong');
  }
  return async (tx) => {
    const used = await consumeTotpStep(tx, { memberId, encryptedSecret: sealed, step });
    if (used) await resetFailures(tx);
    return used !== undefined;
  };
}
