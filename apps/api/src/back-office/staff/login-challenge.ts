import { createHash } from 'node:crypto';
import type { StaffLoginChallenge } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { admitConfirmation } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { createAssertionOptions } from '../../platform/security/passkey.ts';
import { insertChallenge, selectPasskeys } from '../../platform/security/passkey-store.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';
import type { StaffFactorSettings } from './factor-settings.ts';
import { methodsOf } from './list-factors.ts';
import { openSession, refuseSignIn } from './open-session.ts';
import { findMemberById, type StaffMember } from './staff.sql.ts';
import { consumeLoginAttempt, findLoginAttempt, insertLoginAttempt, staffPasskeyOwner } from './staff-factor.sql.ts';
import { verifyStaffFactor } from './verify-own-factor.ts';

const purposeHash = createHash('sha256').update('larkmere staff log-in').digest();

/** For a member with a passkey whose password was right. */
export async function beginLoginChallenge(
  tx: Tx,
  settings: StaffFactorSettings,
  member: StaffMember,
): Promise<StaffLoginChallenge> {
  const { memberId } = member;
  const [attempt, token, owner] = [{ id: v7(), memberId }, generateToken(), staffPasskeyOwner(memberId)];
  const expiresAt = await insertLoginAttempt(tx, attempt, hashToken(token));
  const passkey = await createAssertionOptions(settings, await selectPasskeys(tx, owner));
  const binding = { owner, sessionId: null, loginAttemptId: attempt.id, purposeHash };
  await insertChallenge(tx, passkey.challenge, binding);
  return { id: token, methods: methodsOf(member), passkey, expiresAt: expiresAt.toISOString() };
}

/**
 * Signs staff in with the second factor of a login without a code. Refuses with `login_failed` for a wrong factor and
 * for a challenge that is unknown, used or expired, in the same words; and with `login_locked`.
 */
export const confirmStaffLogin =
  (settings: StaffFactorSettings): Workflow<typeof contract.staff.confirmLogin> =>
  async (steps, { challengeId, factor }) => {
    const wrongFactor = message('login_factor_wrong');
    const found = await steps.transaction(async ({ tx }) => {
      const attempt = await findLoginAttempt(tx, hashToken(challengeId));
      const member = attempt && (await findMemberById(tx, attempt.memberId));
      return member && { attempt, member };
    });
    if (!found) return refuseSignIn(steps, undefined, wrongFactor);
    const { attempt, member } = found;
    const { memberId } = member;
    const { resetFailures, reportFailure } = await admitConfirmation(steps, { realm: 'staff', id: memberId });
    const refuse = async (): Promise<never> => {
      await reportFailure();
      return refuseSignIn(steps, memberId, wrongFactor);
    };
    const owner = staffPasskeyOwner(memberId);
    const binding = { owner, sessionId: null, loginAttemptId: attempt.id, purposeHash };
    const consume = await verifyStaffFactor(steps, settings, binding, factor);
    if (!consume) return refuse();
    return openSession(
      steps,
      { member, resetFailures, refuse },
      async (ctx) => (await consumeLoginAttempt(ctx.tx, attempt.id)) && (await consume(ctx)),
    );
  };
