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

export const sessionStarted = event<{ personId: string; ip: string; userAgent: string }>('session.started');

/** `id` is null if no account has the typed name. */
export const signInLocked = event<SignInLocked>('session.sign_in_locked');
export type SignInLocked = Readonly<{ side: Side; id: string | null; until: string }>;

export type SignInSecrets = Readonly<{ captcha: string; names: Buffer }>;

type Try = Readonly<{ username: string; side: Side; captcha: string | undefined }>;
type Admitted<Found> = Readonly<{
  found: Found;
  forgive: (tx: Tx) => Promise<void>;
  reportFailure: () => Promise<void>;
}>;

/**
 * Admits a login attempt of a customer or staff. It is counted per account and address before any check; unknown names
 * are treated alike. Refuses with `login_locked`, `captcha_required` or `captcha_failed`.
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

/**
 * Confirms the password of a signed-in customer. Failures count as failed logins. Refuses with `login_failed` or
 * `login_locked`.
 */
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

/** Also for unknown names, so that the response time reveals nothing. */
async function reportLock<A extends Actor>(steps: Steps<A>, { side, id, lockedUntil }: Lock): Promise<void> {
  if (!lockedUntil) return;
  await steps.transaction(async (ctx) => {
    const until = lockedUntil.toISOString();
    await audit(ctx, 'session.sign_in_locked', `${side}:${id ?? 'unknown'}`, { until });
    await emit(ctx, signInLocked, { side, id, until });
  });
}

export async function endOtherSessions({ tx, actor }: CustomerCtx, because: string): Promise<void> {
  await closeSockets(tx, await endSessionsBut(tx, actor.personId, actor.sessionId, because));
}

export const sessionGoesOn = (tx: Tx, sessionId: string): Promise<boolean> => isSessionLive(tx, sessionId);

export const isCookieOf = async (tx: Tx, sessionId: string, cookie: string | undefined): Promise<boolean> =>
  isSecretOf(cookie, await cookieHashOf(tx, sessionId));
