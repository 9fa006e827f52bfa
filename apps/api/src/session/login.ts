import type { contract } from '@larkmere/contract/contract';
import { hashSecret, verifySecret } from '../kernel/argon.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Procedure, PublicActor, Steps } from '../kernel/verb.ts';
import { failuresOf, forgive, freeFailures, reserveAttempt, type Subject, subjectOf } from './attempt.ts';
import { solvedCaptcha } from './captcha.ts';
import { setSessionCookie } from './cookie.ts';
import { type Login, loginByName } from './session.read.ts';
import { startSession, useCaptcha } from './session.sql.ts';
import { sessionStarted } from './session.ts';
import { viewSession } from './session.view.ts';

/** Somebody unknown costs the same work as somebody with a wrong password. */
const nobody = hashSecret('nobody has this password');

/**
 * Signs a customer in. Each try is counted before it is checked, per account and per address; after three failures a
 * proof of work is asked for. Refuses with `login_failed` without saying which part was wrong, `login_locked`,
 * `captcha_required` or `captcha_failed`.
 */
export const login =
  (captchaSecret: string): Procedure<typeof contract.session.login> =>
  async (steps, { username, password, captcha }) => {
    const subject = subjectOf(username, steps.actor.ip);
    const found = await admit(steps, subject, captchaSecret, captcha, username);
    const right = await verifySecret(password, found?.passwordHash ?? (await nobody));
    if (!found || !right) throw new Refusal('login_failed');
    return welcome(steps, subject, found);
  };

async function admit(
  steps: Steps<PublicActor>,
  subject: Subject,
  secret: string,
  captcha: string | undefined,
  username: string,
): Promise<(Login & { passwordHash: string }) | undefined> {
  const solved = captcha === undefined ? undefined : await solvedCaptcha(secret, captcha);
  return steps.transaction(async ({ tx }) => {
    if ((await failuresOf(tx, subject)) >= freeFailures) {
      if (captcha === undefined) throw new Refusal('captcha_required');
      if (solved === undefined || !(await useCaptcha(tx, solved))) throw new Refusal('captcha_failed');
    }
    await reserveAttempt(tx, subject);
    return loginByName(tx, username);
  });
}

async function welcome(
  steps: Steps<PublicActor>,
  subject: Subject,
  found: Login,
): Promise<ReturnType<typeof viewSession>> {
  const { browser, ip, userAgent } = steps.caller;
  const { session, now } = await steps.transaction(async (ctx) => {
    await forgive(ctx.tx, subject);
    const started = await startSession(ctx.tx, { personId: found.personId, browser, ip, userAgent });
    await audit(ctx, 'session.started', `person:${found.personId}`, { browser });
    await emit(ctx, sessionStarted, { personId: found.personId, ip, userAgent });
    return { session: started, now: ctx.now };
  });
  if (session.cookie) setSessionCookie(steps, session.cookie);
  return viewSession(found, session.token, now);
}
