import type { contract } from '@larkmere/contract/contract';
import { hashSecret, verifySecret } from '../kernel/argon.ts';
import { audit } from '../kernel/audit.ts';
import { staffCookie } from '../kernel/caller.ts';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { setSessionCookie } from '../kernel/session-cookie.ts';
import type { Ctx, Procedure, PublicActor, Steps } from '../kernel/verb.ts';
import { admitTry, type SignInSecrets } from '../session/session.ts';
import { seal, unseal } from './seal.ts';
import {
  endEnrolments,
  type Member,
  memberByUsername,
  replaceTotpSecret,
  startSession,
  useTotpStep,
} from './staff.sql.ts';
import { viewStaffSession } from './staff.view.ts';
import { newTotpSecret, stepOf } from './totp.ts';

type View = ReturnType<typeof viewStaffSession>;
type Admitted = Readonly<{
  member: Member;
  forgive: (tx: Tx) => Promise<void>;
  refuse: () => Promise<never>;
}>;

/** An unknown member must cost the same work as a wrong password or code. */
const nobody = hashSecret('nobody has this password');
const nobodysSecret = newTotpSecret();

/**
 * Signs staff in with password and one-time code. Until the first code is accepted, a login without one opens the
 * enrolment only. Refuses with `login_failed` without naming the wrong part, `login_locked`, `captcha_required` or
 * `captcha_failed`.
 */
export const login =
  (secrets: SignInSecrets, key: Buffer): Procedure<typeof contract.manage.login> =>
  async (steps, { username, password, code, captcha }) => {
    const attempt = { username, side: 'staff', captcha } as const;
    const { found, forgive, reportFailure } = await admitTry(steps, secrets, attempt, async ({ tx, now }, name) => {
      const member = await memberByUsername(tx, name);
      return { id: member?.memberId, member, now };
    });
    const { member, now } = found;
    const refuse = async (): Promise<never> => {
      await reportFailure();
      return refuseSignIn(steps, member);
    };
    const sealed = member?.totpSecret;
    const right = await verifySecret(password, member?.passwordHash ?? (await nobody));
    const secret = sealed ? unseal(key, member.memberId, sealed) : nobodysSecret;
    const step = code === undefined ? undefined : await stepOf(secret, code, now);
    if (!member || !right) return refuse();
    const admitted = { member, forgive, refuse };
    if (code === undefined && !member.totpConfirmed) return enrol(steps, admitted, key);
    if (!sealed || step === undefined) return refuse();
    return welcome(steps, admitted, async (ctx) => {
      const used = await useTotpStep(ctx.tx, { memberId: member.memberId, sealed, step });
      if (used?.isFirst) {
        await endEnrolments(ctx.tx, member.memberId);
        await audit(ctx, 'staff.totp_confirmed', `staff:${member.memberId}`);
      }
      return used !== undefined;
    });
  };

/** Every enrolment gets a new secret, so that someone who knows the password never sees the secret in use. */
const enrol = (steps: Steps<PublicActor>, admitted: Admitted, key: Buffer): Promise<View> =>
  welcome(
    steps,
    admitted,
    ({ tx }) => {
      const { memberId } = admitted.member;
      return replaceTotpSecret(tx, memberId, seal(key, memberId, newTotpSecret()));
    },
    true,
  );

async function welcome(
  steps: Steps<PublicActor>,
  { member, forgive, refuse }: Admitted,
  takeLastStep: (ctx: Ctx<PublicActor>) => Promise<boolean>,
  enrolling = false,
): Promise<View> {
  const { browser, ip, userAgent } = steps.caller;
  const { memberId } = member;
  const opened = await steps.transaction(async (ctx) => {
    if (!(await takeLastStep(ctx))) return undefined;
    await forgive(ctx.tx);
    const session = await startSession(ctx.tx, { memberId, browser, enrolling, ip, userAgent });
    await audit(ctx, 'staff.session_started', `staff:${memberId}`, { browser, enrolling });
    return { ...session, startedAt: ctx.now };
  });
  if (!opened) return refuse();
  if (opened.cookie) setSessionCookie(steps, staffCookie, opened.cookie);
  return viewStaffSession(member, { token: opened.token, enrolling, startedAt: opened.startedAt });
}

/** The typed name is not recorded, because it may be a password. */
async function refuseSignIn(steps: Steps<PublicActor>, member: Member | undefined): Promise<never> {
  await steps.transaction((ctx) => audit(ctx, 'staff.sign_in_refused', `staff:${member?.memberId ?? 'unknown'}`));
  throw new Refusal('login_failed', {
    message: 'These details are not right. Check your username, your password and your one-time code.',
  });
}
