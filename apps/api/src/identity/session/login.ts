import type { contract } from '@larkmere/contract/contract';
import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/outbox.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { setSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { PublicActor, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { hashSecret, verifySecret } from '../../platform/security/password-hash.ts';
import { findLogin, type LoginAccount } from './session.read.ts';
import { startSession } from './session.sql.ts';
import { admitLoginAttempt, type SignInSecrets, sessionStarted } from './session.ts';
import { type IssueRateAccess, viewSession } from './session.view.ts';

/** An unknown user must cost the same work as a wrong password. */
const dummyHash = hashSecret('nobody has this password');

/**
 * Signs a customer in. Refuses with `login_failed` without naming the wrong part, `login_locked`, `captcha_required` or
 * `captcha_failed`.
 */
export const login =
  (secrets: SignInSecrets, admitToRates: IssueRateAccess): Workflow<typeof contract.session.login> =>
  async (steps, { username, password, captcha }) => {
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
    return startCustomerSession(steps, person, resetFailures, admitToRates);
  };

async function startCustomerSession(
  steps: WorkflowContext<PublicActor>,
  found: LoginAccount,
  forgive: (tx: Tx) => Promise<void>,
  admitToRates: IssueRateAccess,
): Promise<ReturnType<typeof viewSession>> {
  const { isBrowser, ip, userAgent } = steps.caller;
  const { session, now } = await steps.transaction(async (ctx) => {
    await forgive(ctx.tx);
    const started = await startSession(ctx.tx, {
      userId: found.userId,
      customerId: found.customerId,
      browser: isBrowser,
      ip,
      userAgent,
    });
    await audit(ctx, 'session.started', `person:${found.userId}`, { browser: isBrowser });
    await emit(ctx, sessionStarted, { userId: found.userId, ip, userAgent });
    return { session: started, now: ctx.now };
  });
  if (session.cookie) setSessionCookie(steps, customerCookie, session.cookie);
  return viewSession(found, session.token, now, admitToRates(now));
}
