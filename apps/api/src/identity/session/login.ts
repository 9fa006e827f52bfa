import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { PublicActor, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { hashPassword, verifyPassword } from '../../platform/security/password-hash.ts';
import { isTrustedDevice } from '../device/device.ts';
import { findLogin, type PasswordLogin } from './session.read.ts';
import { admitLoginAttempt, type LoginFactors, type SignInSecrets, type StartPasswordChange } from './session.ts';
import type { IssueRateAccess } from './session.view.ts';
import { answerLogin, presentedDevice, startCustomerSession } from './start-customer-session.ts';

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
