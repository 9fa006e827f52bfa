import type { contract } from '@larkmere/contract/contract';
import { admitLoginAttempt, type SignInSecrets } from '../../identity/session/session.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { PublicActor, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { hashPassword, verifyPassword } from '../../platform/security/password-hash.ts';
import { generateTotpSecret, verifyTotpCode } from '../../platform/security/totp.ts';
import { notifyFactorChange } from './factor-events.ts';
import type { StaffFactorSettings } from './factor-settings.ts';
import { beginLoginChallenge } from './login-challenge.ts';
import { type AdmittedMember, openSession, refuseSignIn, type StaffSession } from './open-session.ts';
import { consumeTotpStep, endEnrolments, findMemberByUsername, replaceTotpSecret } from './staff.sql.ts';

/** An unknown member must cost the same work as a wrong password or code. */
const dummyHash = hashPassword('nobody has this password');
const dummySecret = generateTotpSecret();

/**
 * Signs staff in with password and one-time code. Without a code it returns a challenge to a member with a passkey, and
 * opens the enrolment of a member without a second factor. Refuses with `login_failed` without naming the wrong part,
 * `login_locked`, `captcha_required` or `captcha_failed`.
 */
export const login =
  (secrets: SignInSecrets, settings: StaffFactorSettings): Workflow<typeof contract.staff.login> =>
  async (steps, { username, password, code, captcha }) => {
    const attempt = { username, realm: 'staff', captcha } as const;
    const { found, resetFailures, uncount, reportFailure } = await admitLoginAttempt(
      steps,
      secrets,
      attempt,
      async ({ tx, now }, name) => {
        const member = await findMemberByUsername(tx, name);
        return { id: member?.memberId, member, now };
      },
    );
    const { member, now } = found;
    const refuse = async (): Promise<never> => {
      await reportFailure();
      return refuseSignIn(steps, member?.memberId);
    };
    const sealed = member?.totpSecret;
    const right = await verifyPassword(password, member?.passwordHash ?? (await dummyHash));
    const secret = sealed ? decrypt(settings.encryptionKey, member.memberId, sealed) : dummySecret;
    const step = code === undefined ? undefined : await verifyTotpCode(secret, code, now);
    if (!member || !right) return refuse();
    const admitted = { member, resetFailures, refuse };
    if (code === undefined && !member.totpConfirmedAt && !member.hasPasskey)
      return startEnrolment(steps, admitted, settings.encryptionKey);
    if (code === undefined && member.hasPasskey)
      return steps.transaction(async ({ tx }) => {
        await uncount(tx);
        return { challenge: await beginLoginChallenge(tx, settings, member) };
      });
    if (!sealed || step === undefined) return refuse();
    return openSession(steps, admitted, async (ctx) => {
      const used = await consumeTotpStep(ctx.tx, { memberId: member.memberId, encryptedSecret: sealed, step });
      if (used?.isFirst) {
        await endEnrolments(ctx.tx, member.memberId);
        const { memberId } = member;
        await audit(ctx, 'staff.totp_confirmed', `staff:${memberId}`);
        const { userAgent } = steps.caller;
        await notifyFactorChange(ctx, { memberId, change: 'authenticator_set_up', userAgent });
      }
      return used !== undefined;
    });
  };

/** Every enrolment gets a new secret, so that someone who knows the password never sees the secret in use. */
const startEnrolment = (
  steps: WorkflowContext<PublicActor>,
  admitted: AdmittedMember,
  key: Buffer,
): Promise<StaffSession> =>
  openSession(
    steps,
    admitted,
    ({ tx }) => {
      const { memberId } = admitted.member;
      return replaceTotpSecret(tx, memberId, encrypt(key, memberId, generateTotpSecret()));
    },
    true,
  );
