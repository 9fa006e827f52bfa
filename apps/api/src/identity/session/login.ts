import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { PublicActor, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { hashPassword, verifyPassword } from '../../platform/security/password-hash.ts';
import { isTrustedDevice } from '../device/device.ts';
import { findLogin, findMemberLogin, type PasswordLogin } from './session.read.ts';
import type { LoginFactors, StartPasswordChange } from './session.ts';
import type { IssueRateAccess } from './session.view.ts';
import { admitConfirmation, admitLoginAttempt, type SignInSecrets } from './sign-in-attempt.ts';
import { answerLogin, presentedDevice, startCustomerSession } from './start-session.ts';

/** An unknown user must cost the same work as a wrong password. */
const dummyHash = hashPassword('nobody has this password');

/**
 * Signs a customer in, or returns a challenge to a person with a second factor on a device that is not trusted. Refuses
 * with `login_failed` without naming the wrong part, `login_locked`, `captcha_required`, `captcha_failed` or, with the
 * right password, `password_reset_required`, `one_time_password_expired` or, with the token of the page where the person
 * chooses an own password, `password_change_required`.
 */
export const login =
  (
    secrets: SignInSecrets,
    admitToRates: IssueRateAccess,
    factors: LoginFactors,
    startPasswordChange: StartPasswordChange,
  ): Workflow<typeof contract.session.login> =>
  async (steps, { username, password, captcha, device }) => {
    const attempt = { username, realm: 'person', captcha } as const;
    const { found, resetFailures, uncount, reportFailure } = await admitLoginAttempt(
      steps,
      secrets,
      attempt,
      async ({ tx }, name) => {
        const person = await findLogin(tx, name);
        return { id: person?.userId, person };
      },
    );
    const { person } = found;
    const right = await verifyPassword(password, person?.passwordHash ?? (await dummyHash));
    if (!person || !right) {
      await reportFailure();
      throw new Refusal('login_failed');
    }
    if (person.isResetRequired) throw new Refusal('password_reset_required');
    if (person.oneTimeUntil) return refuseOneTimePassword(steps, person, startPasswordChange);
    const presented = presentedDevice(steps.caller, device);
    const outcome = await steps.transaction(async (ctx) => {
      const isTrusted = await isTrustedDevice(ctx.tx, person.userId, presented);
      const challenge = isTrusted ? undefined : await factors.begin(ctx, person);
      if (challenge) {
        await uncount(ctx.tx);
        return { challenge };
      }
      await resetFailures(ctx.tx);
      return startCustomerSession(ctx, person, { caller: steps.caller, presented, shouldTrust: false });
    });
    return 'challenge' in outcome ? outcome : answerLogin(steps, person, outcome, admitToRates(outcome.startedAt));
  };

/** It opens no session, so that staff who know it cannot use the account. */
async function refuseOneTimePassword(
  steps: WorkflowContext<PublicActor>,
  { userId, oneTimeUntil }: PasswordLogin,
  startPasswordChange: StartPasswordChange,
): Promise<never> {
  const token = await steps.transaction(async (ctx) =>
    oneTimeUntil && oneTimeUntil > ctx.now ? startPasswordChange(ctx, userId) : undefined,
  );
  if (token === undefined) throw new Refusal('one_time_password_expired');
  throw new Refusal('password_change_required', { data: { token } });
}

const wrongFactor = () => new Refusal('login_failed', { reason: message('login_factor_wrong') });

/**
 * Signs a customer in with the second factor of a login. Refuses with `login_failed` for a wrong factor and for a
 * challenge that is unknown, used or expired, in the same words; and with `login_locked`.
 */
export const confirmLogin =
  (factors: LoginFactors, admitToRates: IssueRateAccess): Workflow<typeof contract.session.confirmLogin> =>
  async (steps, { challengeId, factor, trustDevice, device }) => {
    const attempt = await steps.transaction((ctx) => factors.find(ctx, challengeId));
    if (!attempt) throw wrongFactor();
    const { resetFailures, reportFailure } = await admitConfirmation(steps, { realm: 'person', id: attempt.userId });
    const consume = await factors.verify(steps, attempt, factor);
    const presented = presentedDevice(steps.caller, device);
    const outcome =
      consume &&
      (await steps.transaction(async (ctx) => {
        const person = await findMemberLogin(ctx.tx, attempt);
        if (!person?.isOpen || !(await consume(ctx))) return undefined;
        await resetFailures(ctx.tx);
        const request = { caller: steps.caller, presented, shouldTrust: trustDevice };
        return { person, started: await startCustomerSession(ctx, person, request) };
      }));
    if (!outcome) {
      await reportFailure();
      throw wrongFactor();
    }
    const { person, started } = outcome;
    return answerLogin(steps, person, started, admitToRates(started.startedAt));
  };
