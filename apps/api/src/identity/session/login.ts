import type { contract } from '@larkmere/contract/contract';
import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/outbox.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { setDeviceCookie, setSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { PublicActor, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { hashSecret, verifySecret } from '../../platform/security/password-hash.ts';
import { isTrustedDevice, registerDevice } from '../device/device.ts';
import { findLogin, type PasswordLogin } from './session.read.ts';
import { type NewSession, startSession } from './session.sql.ts';
import { admitLoginAttempt, type SignInSecrets, sessionStarted } from './session.ts';
import { type IssueRateAccess, viewSession } from './session.view.ts';

/** An unknown user must cost the same work as a wrong password. */
const dummyHash = hashSecret('nobody has this password');

/**
 * Signs a customer in. Refuses with `login_failed` without naming the wrong part, `login_locked`, `captcha_required`,
 * `captcha_failed` or, with the right password, `password_reset_required`.
 */
export const login =
  (secrets: SignInSecrets, admitToRates: IssueRateAccess): Workflow<typeof contract.session.login> =>
  async (steps, { username, password, captcha, device }) => {
    const attempt = { username, realm: 'person', captcha } as const;
    const { found, resetFailures, reportFailure } = await admitLoginAttempt(
      steps,
      secrets,
      attempt,
      async ({ tx }, name) => {
        const person = await findLogin(tx, name);
        return { id: person?.userId, person };
      },
    );
    const { person } = found;
    const right = await verifySecret(password, person?.passwordHash ?? (await dummyHash));
    if (!person || !right) {
      await reportFailure();
      throw new Refusal('login_failed');
    }
    if (person.isResetRequired) throw new Refusal('password_reset_required');
    const { isBrowser, deviceCookie } = steps.caller;
    const { session, startedAt, isTrusted, secret } = await startCustomerSession(
      steps,
      person,
      isBrowser ? deviceCookie : device,
      resetFailures,
    );
    if (session.cookie) {
      setSessionCookie(steps, customerCookie, session.cookie);
      setDeviceCookie(steps, secret);
    }
    return {
      ...viewSession(person, session.token, startedAt, admitToRates(startedAt)),
      devices: { trusted: isTrusted },
      device: isBrowser ? null : secret,
    };
  };

type StartedSession = Readonly<{ session: NewSession; startedAt: Date; isTrusted: boolean; secret: string }>;

async function startCustomerSession(
  steps: WorkflowContext<PublicActor>,
  { userId, customerId }: PasswordLogin,
  presented: string | undefined,
  forgive: (tx: Tx) => Promise<void>,
): Promise<StartedSession> {
  const { isBrowser, ip, userAgent } = steps.caller;
  return steps.transaction(async (ctx) => {
    await forgive(ctx.tx);
    const isTrusted = await isTrustedDevice(ctx.tx, userId, presented);
    const { deviceId, secret } = await registerDevice(ctx, { userId, secret: presented, ip, userAgent });
    const session = await startSession(ctx.tx, { userId, customerId, deviceId, browser: isBrowser, ip, userAgent });
    await audit(ctx, 'session.started', `person:${userId}`, { browser: isBrowser });
    await emit(ctx, sessionStarted, { userId, ip, userAgent });
    return { session, startedAt: ctx.now, isTrusted, secret };
  });
}
