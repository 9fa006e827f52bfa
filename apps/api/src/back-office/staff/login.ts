import { createHash } from 'node:crypto';
import type { StaffLoginChallenge } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { admitConfirmation, admitLoginAttempt, type SignInSecrets } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import { staffCookie } from '../../platform/http/caller.ts';
import { setSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, PublicActor, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { createAssertionOptions } from '../../platform/security/passkey.ts';
import { insertChallenge, selectPasskeys } from '../../platform/security/passkey-store.ts';
import { hashPassword, verifyPassword } from '../../platform/security/password-hash.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';
import { generateTotpSecret, verifyTotpCode } from '../../platform/security/totp.ts';
import { methodsOf } from './change-factors.ts';
import { lockMember } from './member-change.sql.ts';
import {
  consumeTotpStep,
  endEnrolments,
  findMemberById,
  findMemberByUsername,
  replaceTotpSecret,
  type StaffMember,
  startSession,
} from './staff.sql.ts';
import { consumeLoginAttempt, findLoginAttempt, insertLoginAttempt, staffPasskeyOwner } from './staff-factor.sql.ts';
import { notifyFactorChange, type StaffFactorSettings, verifyStaffFactor } from './staff-factor.ts';
import { viewStaffSession } from './staff-session.ts';

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

const purposeHash = createHash('sha256').update('larkmere staff log-in').digest();

/** For a member with a passkey whose password was right. */
async function beginLoginChallenge(
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

type StaffSession = ReturnType<typeof viewStaffSession>;
type AdmittedMember = Readonly<{
  member: StaffMember;
  resetFailures: (tx: Tx) => Promise<void>;
  refuse: () => Promise<never>;
}>;

/** Locks the account first, so that logins, changes of its factors and a suspension come one after the other. */
async function openSession(
  steps: WorkflowContext<PublicActor>,
  { member, resetFailures, refuse }: AdmittedMember,
  takeLastStep: (ctx: Ctx<PublicActor>) => Promise<boolean>,
  enrolling = false,
): Promise<StaffSession> {
  const { isBrowser, ip, userAgent } = steps.caller;
  const { memberId } = member;
  const opened = await steps.transaction(async (ctx) => {
    if ((await lockMember(ctx.tx, memberId))?.status !== 'active' || !(await takeLastStep(ctx))) return undefined;
    await resetFailures(ctx.tx);
    const session = await startSession(ctx.tx, { memberId, isBrowser, isEnrolling: enrolling, ip, userAgent });
    await audit(ctx, 'staff.session_started', `staff:${memberId}`, { browser: isBrowser, enrolling });
    return { ...session, startedAt: ctx.now };
  });
  if (!opened) return refuse();
  if (opened.cookie) setSessionCookie(steps, staffCookie, opened.cookie);
  return viewStaffSession(member, { token: opened.token, isEnrolling: enrolling, startedAt: opened.startedAt });
}

/** The typed name is not recorded, because it may be a password. */
async function refuseSignIn(
  steps: WorkflowContext<PublicActor>,
  memberId: string | undefined,
  reason: Message = message('staff_login_failed'),
): Promise<never> {
  await steps.transaction((ctx) => audit(ctx, 'staff.sign_in_refused', `staff:${memberId ?? 'unknown'}`));
  throw new Refusal('login_failed', { reason });
}
