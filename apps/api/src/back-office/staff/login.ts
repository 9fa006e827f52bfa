import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { admitLoginAttempt, type SignInSecrets } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import { staffCookie } from '../../platform/http/caller.ts';
import { setSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, PublicActor, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { hashSecret, verifySecret } from '../../platform/security/password-hash.ts';
import { generateTotpSecret, verifyTotpCode } from '../../platform/security/totp.ts';
import {
  consumeTotpStep,
  endEnrolments,
  findMemberByUsername,
  replaceTotpSecret,
  type StaffMember,
  startSession,
} from './staff.sql.ts';
import { viewStaffSession } from './staff.view.ts';

type StaffSession = ReturnType<typeof viewStaffSession>;
type AdmittedMember = Readonly<{
  member: StaffMember;
  resetFailures: (tx: Tx) => Promise<void>;
  refuse: () => Promise<never>;
}>;

/** An unknown member must cost the same work as a wrong password or code. */
const dummyHash = hashSecret('nobody has this password');
const dummySecret = generateTotpSecret();

/**
 * Signs staff in with password and one-time code. Until the first code is accepted, a login without one opens the
 * enrolment only. Refuses with `login_failed` without naming the wrong part, `login_locked`, `captcha_required` or
 * `captcha_failed`.
 */
export const login =
  (secrets: SignInSecrets, key: Buffer): Workflow<typeof contract.staff.login> =>
  async (steps, { username, password, code, captcha }) => {
    const attempt = { username, realm: 'staff', captcha } as const;
    const { found, resetFailures, reportFailure } = await admitLoginAttempt(
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
      return refuseSignIn(steps, member);
    };
    const sealed = member?.totpSecret;
    const right = await verifySecret(password, member?.passwordHash ?? (await dummyHash));
    const secret = sealed ? decrypt(key, member.memberId, sealed) : dummySecret;
    const step = code === undefined ? undefined : await verifyTotpCode(secret, code, now);
    if (!member || !right) return refuse();
    const admitted = { member, resetFailures, refuse };
    if (code === undefined && !member.totpConfirmed) return startEnrolment(steps, admitted, key);
    if (!sealed || step === undefined) return refuse();
    return openSession(steps, admitted, async (ctx) => {
      const used = await consumeTotpStep(ctx.tx, { memberId: member.memberId, encryptedSecret: sealed, step });
      if (used?.isFirst) {
        await endEnrolments(ctx.tx, member.memberId);
        await audit(ctx, 'staff.totp_confirmed', `staff:${member.memberId}`);
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

async function openSession(
  steps: WorkflowContext<PublicActor>,
  { member, resetFailures, refuse }: AdmittedMember,
  takeLastStep: (ctx: Ctx<PublicActor>) => Promise<boolean>,
  enrolling = false,
): Promise<StaffSession> {
  const { isBrowser, ip, userAgent } = steps.caller;
  const { memberId } = member;
  const opened = await steps.transaction(async (ctx) => {
    if (!(await takeLastStep(ctx))) return undefined;
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
async function refuseSignIn(steps: WorkflowContext<PublicActor>, member: StaffMember | undefined): Promise<never> {
  await steps.transaction((ctx) => audit(ctx, 'staff.sign_in_refused', `staff:${member?.memberId ?? 'unknown'}`));
  throw new Refusal('login_failed', { reason: message('staff_login_failed') });
}
