import type { contract } from '@larkmere/contract/contract';
import { hashSecret, verifySecret } from '../kernel/argon.ts';
import { audit } from '../kernel/audit.ts';
import { customerCookie } from '../kernel/caller.ts';
import type { Tx } from '../kernel/db.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import { setSessionCookie } from '../kernel/session-cookie.ts';
import type { Procedure, PublicActor, Steps } from '../kernel/verb.ts';
import { type Login, loginByName } from './session.read.ts';
import { startSession } from './session.sql.ts';
import { admitTry, type SignInSecrets, sessionStarted } from './session.ts';
import { type AdmitToRates, viewSession } from './session.view.ts';

/** An unknown user must cost the same work as a wrong password. */
const nobody = hashSecret('nobody has this password');

/**
 * Signs a customer in. Refuses with `login_failed` without naming the wrong part, `login_locked`, `captcha_required` or
 * `captcha_failed`.
 */
export const login =
  (secrets: SignInSecrets, admitToRates: AdmitToRates): Procedure<typeof contract.session.login> =>
  async (steps, { username, password, captcha }) => {
    const attempt = { username, side: 'person', captcha } as const;
    const { found, forgive, reportFailure } = await admitTry(steps, secrets, attempt, async ({ tx }, name) => {
      const person = await loginByName(tx, name);
      return { id: person?.personId, person };
    });
    const { person } = found;
    const right = await verifySecret(password, person?.passwordHash ?? (await nobody));
    if (!person || !right) {
      await reportFailure();
      throw new Refusal('login_failed');
    }
    return welcome(steps, person, forgive, admitToRates);
  };

async function welcome(
  steps: Steps<PublicActor>,
  found: Login,
  forgive: (tx: Tx) => Promise<void>,
  admitToRates: AdmitToRates,
): Promise<ReturnType<typeof viewSession>> {
  const { browser, ip, userAgent } = steps.caller;
  const { session, now } = await steps.transaction(async (ctx) => {
    await forgive(ctx.tx);
    const started = await startSession(ctx.tx, { personId: found.personId, browser, ip, userAgent });
    await audit(ctx, 'session.started', `person:${found.personId}`, { browser });
    await emit(ctx, sessionStarted, { personId: found.personId, ip, userAgent });
    return { session: started, now: ctx.now };
  });
  if (session.cookie) setSessionCookie(steps, customerCookie, session.cookie);
  return viewSession(found, session.token, now, admitToRates(now));
}
