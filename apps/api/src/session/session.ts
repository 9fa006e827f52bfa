import { verifySecret } from '../kernel/argon.ts';
import { audit } from '../kernel/audit.ts';
import type { Tx } from '../kernel/db.ts';
import { closeSockets } from '../kernel/live.ts';
import { emit, event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isSecretOf } from '../kernel/secret.ts';
import type { Actor, Ctx, CustomerActor, CustomerCtx, PublicActor, Steps } from '../kernel/verb.ts';
import {
  canonicalName,
  failuresOf,
  forgive,
  freeFailures,
  reserveAttempt,
  type Side,
  subjectOf,
  unknownSubject,
} from './attempt.ts';
import { solvedCaptcha } from './captcha.ts';
import { cookieHashOf, isSessionLive, passwordHashOf } from './session.read.ts';
import { endSessionsBut, useCaptcha } from './session.sql.ts';

/** Somebody signed in. */
export const sessionStarted = event<{ personId: string; ip: string; userAgent: string }>('session.started');

/** Somebody's sign-in is locked after too many failures. The id is null when nobody has the name that was typed. */
export const signInLocked = event<SignInLocked>('session.sign_in_locked');
export type SignInLocked = Readonly<{ side: Side; id: string | null; until: string }>;

/** What signs the proofs of work, and what hides the names that nobody has. */
export type SignInSecrets = Readonly<{ captcha: string; names: Buffer }>;

type Try = Readonly<{ username: string; side: Side; captcha: string | undefined }>;
type Admitted<Found> = Readonly<{
  found: Found;
  /** To be called once all was right. */
  forgive: (tx: Tx) => Promise<void>;
  /** To be called when something was wrong. */
  reportFailure: () => Promise<void>;
}>;

/**
 * One try to sign in, of a customer or of staff: counted per person and per address before anything is checked, and
 * behind a proof of work after three failures. `find` looks up who has the name; a name that nobody has is counted and
 * answered in the same way. Refuses with `login_locked`, `captcha_required` or `captcha_failed`.
 */
export async function admitTry<Found extends Readonly<{ id: string | undefined }>>(
  steps: Steps<PublicActor>,
  secrets: SignInSecrets,
  { username, side, captcha }: Try,
  find: (ctx: Ctx<PublicActor>, name: string) => Promise<Found>,
): Promise<Admitted<Found>> {
  const { ip } = steps.actor;
  const solved = captcha === undefined ? undefined : await solvedCaptcha(secrets.captcha, captcha);
  const { found, subject, lockedUntil } = await steps.transaction(async (ctx) => {
    const name = await canonicalName(ctx.tx, username);
    const who = await find(ctx, name);
    const counted = who.id ? subjectOf(side, who.id, ip) : unknownSubject(side, name, secrets.names, ip);
    if ((await failuresOf(ctx.tx, counted)) >= freeFailures) {
      if (captcha === undefined) throw new Refusal('captcha_required');
      if (solved === undefined || !(await useCaptcha(ctx.tx, solved))) throw new Refusal('captcha_failed');
    }
    return { found: who, subject: counted, lockedUntil: await reserveAttempt(ctx.tx, counted) };
  });
  return {
    found,
    forgive: (tx) => forgive(tx, subject),
    reportFailure: () => reportLock(steps, { side, id: found.id ?? null, lockedUntil }),
  };
}

/** The signed-in customer gives the password once more. Wrong tries count like wrong logins. Refuses with `login_failed` or `login_locked`. */
export async function confirmPassword(steps: Steps<CustomerActor>, password: string): Promise<void> {
  const { personId, ip } = steps.actor;
  const subject = subjectOf('person', personId, ip);
  const { hash, lockedUntil } = await steps.transaction(async ({ tx }) => {
    await failuresOf(tx, subject);
    return { lockedUntil: await reserveAttempt(tx, subject), hash: await passwordHashOf(tx, personId) };
  });
  if (!hash || !(await verifySecret(password, hash))) {
    await reportLock(steps, { side: 'person', id: personId, lockedUntil });
    throw new Refusal('login_failed', { message: 'That password is not right. Nothing was changed.' });
  }
  await steps.transaction(({ tx }) => forgive(tx, subject));
}

type Lock = Readonly<{ side: Side; id: string | null; lockedUntil: Date | undefined }>;

/** Notes the failure that locks, of a known and of an unknown name alike: the answer takes the same work. */
async function reportLock<A extends Actor>(steps: Steps<A>, { side, id, lockedUntil }: Lock): Promise<void> {
  if (!lockedUntil) return;
  await steps.transaction(async (ctx) => {
    const until = lockedUntil.toISOString();
    await audit(ctx, 'session.sign_in_locked', `${side}:${id ?? 'unknown'}`, { until });
    await emit(ctx, signInLocked, { side, id, until });
  });
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
