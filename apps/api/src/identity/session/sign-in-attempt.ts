import { message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type {
  Actor,
  Ctx,
  CustomerActor,
  PublicActor,
  StaffActor,
  WorkflowContext,
} from '../../platform/requests/verb.ts';
import { verifyPassword } from '../../platform/security/password-hash.ts';
import { verifyCaptcha } from './captcha.ts';
import {
  canonicaliseName,
  countAttempt,
  failuresBeforeCaptcha,
  type LoginRealm,
  requireUnlocked,
  resetFailures,
  type ThrottleSubject,
  throttleSubject,
  uncountAttempt,
  unknownAccountSubject,
} from './login-throttle.ts';
import { selectPassword } from './session.read.ts';
import { consumeCaptcha } from './session.sql.ts';

export type SignInSecrets = Readonly<{ captcha: string; names: Buffer }>;

type LoginAttempt = Readonly<{ username: string; realm: LoginRealm; captcha: string | undefined }>;
type AdmittedAttempt<Found> = Readonly<{
  found: Found;
  resetFailures: (tx: Tx) => Promise<void>;
  /** The password was right, but the second factor is still missing. */
  uncount: (tx: Tx) => Promise<void>;
  reportFailure: () => Promise<void>;
}>;

/**
 * Admits a login attempt of a customer or staff. It is counted per account and address before any check; unknown names
 * are treated alike. Refuses with `login_locked`, `captcha_required` or `captcha_failed`.
 */
export async function admitLoginAttempt<Found extends Readonly<{ id: string | undefined }>>(
  steps: WorkflowContext<PublicActor>,
  secrets: SignInSecrets,
  { username, realm, captcha }: LoginAttempt,
  find: (ctx: Ctx<PublicActor>, name: string) => Promise<Found>,
): Promise<AdmittedAttempt<Found>> {
  const { ip } = steps.actor;
  const solved = captcha === undefined ? undefined : await verifyCaptcha(secrets.captcha, captcha);
  const { found, subject, counted } = await steps.transaction(async (ctx) => {
    const name = await canonicaliseName(ctx.tx, username);
    const who = await find(ctx, name);
    const throttled = who.id
      ? throttleSubject(realm, who.id, ip)
      : unknownAccountSubject(realm, name, secrets.names, ip);
    await requireAdmission(ctx.tx, throttled, { captcha, solved });
    return { found: who, subject: throttled, counted: await countAttempt(ctx.tx, throttled) };
  });
  return {
    found,
    resetFailures: (tx) => resetFailures(tx, subject),
    uncount: (tx) => uncountAttempt(tx, subject, counted),
    reportFailure: () => recordLock(steps, { realm, id: found.id ?? null, lockedUntil: counted.lockedUntil }),
  };
}

/**
 * Admits the second step of a login, or a code that staff give again. It counts like a login. Refuses with
 * `login_locked`.
 */
export async function admitConfirmation<A extends PublicActor | StaffActor>(
  steps: WorkflowContext<A>,
  { realm, id }: Readonly<{ realm: LoginRealm; id: string }>,
): Promise<Pick<AdmittedAttempt<unknown>, 'resetFailures' | 'reportFailure'>> {
  const subject = throttleSubject(realm, id, steps.actor.ip);
  const { lockedUntil } = await steps.transaction(async ({ tx }) => {
    await requireUnlocked(tx, subject);
    return countAttempt(tx, subject);
  });
  return {
    resetFailures: (tx) => resetFailures(tx, subject),
    reportFailure: () => recordLock(steps, { realm, id, lockedUntil }),
  };
}

type Captcha = Readonly<{ captcha: string | undefined; solved: string | undefined }>;

async function requireAdmission(tx: Tx, subject: ThrottleSubject, { captcha, solved }: Captcha): Promise<void> {
  if ((await requireUnlocked(tx, subject)) < failuresBeforeCaptcha) return;
  if (captcha === undefined) throw new Refusal('captcha_required');
  if (solved === undefined || !(await consumeCaptcha(tx, solved))) throw new Refusal('captcha_failed');
}

type RecoveryAttempt = Readonly<{ name: string; captcha: string | undefined }>;

/**
 * Counts a recovery attempt under what was typed, known or not, apart from failed logins of the same name, and runs
 * `then` in that transaction. Refuses with `login_locked`, `captcha_required` or `captcha_failed`.
 */
export async function admitRecoveryAttempt<T>(
  steps: WorkflowContext<PublicActor>,
  secrets: SignInSecrets,
  { name: typed, captcha }: RecoveryAttempt,
  then: (ctx: Ctx<PublicActor>, name: string, subject: ThrottleSubject) => Promise<T>,
): Promise<T> {
  const solved = captcha === undefined ? undefined : await verifyCaptcha(secrets.captcha, captcha);
  return steps.transaction(async (ctx) => {
    const name = await canonicaliseName(ctx.tx, typed);
    const subject = unknownAccountSubject('recovery', name, secrets.names, steps.actor.ip);
    await requireAdmission(ctx.tx, subject, { captcha, solved });
    await countAttempt(ctx.tx, subject);
    return then(ctx, name, subject);
  });
}

/** A right link is no failure, whatever comes of the new password. */
export const forgetRecoveryAttempt = (tx: Tx, subject: ThrottleSubject): Promise<void> => resetFailures(tx, subject);

/** Counts a proof for a new PIN, apart from logins, before it is checked. Refuses with `login_locked`. */
export async function admitPinProof(
  steps: WorkflowContext<CustomerActor>,
): Promise<Pick<AdmittedAttempt<unknown>, 'resetFailures'>> {
  const subject = throttleSubject('pin', steps.actor.userId, steps.actor.ip);
  await steps.transaction(async ({ tx }) => {
    await requireUnlocked(tx, subject);
    await countAttempt(tx, subject);
  });
  return { resetFailures: (tx) => resetFailures(tx, subject) };
}

/**
 * Confirms the password of a signed-in customer. Failures count as failed logins. Refuses with `login_failed`,
 * `login_locked` or `password_reset_required`.
 */
export async function confirmPassword(steps: WorkflowContext<CustomerActor>, password: string): Promise<void> {
  const { userId, ip } = steps.actor;
  const subject = throttleSubject('person', userId, ip);
  const { stored, lockedUntil } = await steps.transaction(async ({ tx }) => {
    await requireUnlocked(tx, subject);
    const counted = await countAttempt(tx, subject);
    return { lockedUntil: counted.lockedUntil, stored: await selectPassword(tx, userId) };
  });
  if (!stored || !(await verifyPassword(password, stored.passwordHash))) {
    await recordLock(steps, { realm: 'person', id: userId, lockedUntil });
    throw new Refusal('login_failed', { reason: message('password_wrong') });
  }
  if (stored.isResetRequired) throw new Refusal('password_reset_required');
  await steps.transaction(({ tx }) => resetFailures(tx, subject));
}

type LoginLock = Readonly<{ realm: LoginRealm; id: string | null; lockedUntil: Date | undefined }>;

/** Also for unknown names, so that the response time reveals nothing. */
async function recordLock<A extends Actor>(
  steps: WorkflowContext<A>,
  { realm, id, lockedUntil }: LoginLock,
): Promise<void> {
  if (!lockedUntil) return;
  await steps.transaction(async (ctx) => {
    const until = lockedUntil.toISOString();
    await audit(ctx, 'session.sign_in_locked', `${realm}:${id ?? 'unknown'}`, { until });
    await emit(ctx, signInLocked, { realm, id, until });
  });
}

/** `id` is null if no account has the typed name. */
export const signInLocked = defineEvent<SignInLocked>('session.sign_in_locked');
type SignInLocked = Readonly<{ realm: LoginRealm; id: string | null; until: string }>;
