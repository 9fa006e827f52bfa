import { verifySecret } from '../kernel/argon.ts';
import type { Tx } from '../kernel/db.ts';
import { closeSockets } from '../kernel/live.ts';
import { event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isSecretOf } from '../kernel/secret.ts';
import type { Ctx, CustomerActor, CustomerCtx, PublicActor, Steps } from '../kernel/verb.ts';
import { failuresOf, forgive, freeFailures, reserveAttempt, type Side, subjectOf } from './attempt.ts';
import { solvedCaptcha } from './captcha.ts';
import { cookieHashOf, isSessionLive, passwordHashOf } from './session.read.ts';
import { endSessionsBut, useCaptcha } from './session.sql.ts';

/** Somebody signed in. */
export const sessionStarted = event<{ personId: string; ip: string; userAgent: string }>('session.started');

type Try = Readonly<{
  username: string;
  side?: Side;
  captcha: string | undefined;
  captchaSecret: string;
}>;
type Admitted<Found> = Readonly<{ found: Found; forgive: (tx: Tx) => Promise<void> }>;

/**
 * One try to sign in, of a customer or of staff: counted per account and per address before anything is checked, and
 * behind a proof of work after three failures. `find` looks the account up meanwhile; `forgive` is called once all was
 * right. Refuses with `login_locked`, `captcha_required` or `captcha_failed`.
 */
export async function admitTry<Found>(
  steps: Steps<PublicActor>,
  { username, side, captcha, captchaSecret }: Try,
  find: (ctx: Ctx<PublicActor>) => Promise<Found>,
): Promise<Admitted<Found>> {
  const subject = subjectOf(username, steps.actor.ip, side);
  const solved = captcha === undefined ? undefined : await solvedCaptcha(captchaSecret, captcha);
  const found = await steps.transaction(async (ctx) => {
    if ((await failuresOf(ctx.tx, subject)) >= freeFailures) {
      if (captcha === undefined) throw new Refusal('captcha_required');
      if (solved === undefined || !(await useCaptcha(ctx.tx, solved))) throw new Refusal('captcha_failed');
    }
    await reserveAttempt(ctx.tx, subject);
    return find(ctx);
  });
  return { found, forgive: (tx) => forgive(tx, subject) };
}

/** The signed-in customer gives the password once more. Wrong tries count like wrong logins. Refuses with `login_failed` or `login_locked`. */
export async function confirmPassword(steps: Steps<CustomerActor>, password: string): Promise<void> {
  const { personId, ip } = steps.actor;
  const subject = subjectOf(`person:${personId}`, ip);
  const hash = await steps.transaction(async ({ tx }) => {
    await failuresOf(tx, subject);
    await reserveAttempt(tx, subject);
    return passwordHashOf(tx, personId);
  });
  if (!hash || !(await verifySecret(password, hash)))
    throw new Refusal('login_failed', { message: 'That password is not right. Nothing was changed.' });
  await steps.transaction(({ tx }) => forgive(tx, subject));
}

/** Ends every other session of the caller, sockets included: whoever knew the old secret is out. */
export async function endOtherSessions({ tx, actor }: CustomerCtx, because: string): Promise<void> {
  await closeSockets(tx, await endSessionsBut(tx, actor.personId, actor.sessionId, because));
}

/** Whether a session still goes on: neither ended nor idle for too long. */
export const sessionGoesOn = (tx: Tx, sessionId: string): Promise<boolean> => isSessionLive(tx, sessionId);

/** Whether a cookie is that of a session, which may have run out since; a session that was ended is nobody's. */
export const isCookieOf = async (tx: Tx, sessionId: string, cookie: string | undefined): Promise<boolean> =>
  isSecretOf(cookie, await cookieHashOf(tx, sessionId));
