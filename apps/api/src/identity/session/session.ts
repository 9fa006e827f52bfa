import type { Channel } from '@larkmere/contract/identity/channel';
import type { SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import type { LoginChallenge } from '@larkmere/contract/identity/session';
import { message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { closeSockets } from '../../platform/events/live.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type {
  Actor,
  Ctx,
  CustomerActor,
  CustomerCtx,
  PublicActor,
  StaffActor,
  StaffCtx,
  WorkflowContext,
} from '../../platform/requests/verb.ts';
import { verifyPassword } from '../../platform/security/password-hash.ts';
import { verifyToken } from '../../platform/security/token.ts';
import { endTrust } from '../device/device.ts';
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
import { selectCookieHash, selectPassword } from './session.read.ts';
import {
  consumeCaptcha,
  endSessions,
  requirePasswordReset,
  updatePassword,
  updateToOneTimePassword,
} from './session.sql.ts';

export { type MemberScopeRow, memberScopeColumns, toMemberScope } from './member-scope.ts';
export { findLogin, findMemberLogin, isSessionActive, type LoginAccount, selectFactorReset } from './session.read.ts';
export { insertPassword as setFirstPassword, requirePasswordReset } from './session.sql.ts';
export { type IssueRateAccess, viewSession } from './session.view.ts';
export { answerVisit, startVisitSession } from './start-visit-session.ts';
export { switchSession } from './switch-session.ts';

export const sessionStarted = defineEvent<{ userId: string; ip: string; userAgent: string }>('session.started');

/** `id` is null if no account has the typed name. */
export const signInLocked = defineEvent<SignInLocked>('session.sign_in_locked');
export type SignInLocked = Readonly<{ realm: LoginRealm; id: string | null; until: string }>;

export type SignInSecrets = Readonly<{ captcha: string; names: Buffer }>;

type LoginAttempt = Readonly<{ username: string; realm: LoginRealm; captcha: string | undefined }>;
type AdmittedAttempt<Found> = Readonly<{
  found: Found;
  resetFailures: (tx: Tx) => Promise<void>;
  /** The password was right, but the second factor is still missing. */
  uncount: (tx: Tx) => Promise<void>;
  reportFailure: () => Promise<void>;
}>;

export type PendingLogin = Readonly<{ id: string; userId: string; customerId: string }>;

/** Lets a person with a one-time password choose an own one: returns the token of the page. app.ts passes it in. */
export type StartPasswordChange = (ctx: Ctx<PublicActor>, userId: string) => Promise<string>;

/** What a login asks of second factors, whose module knows sessions: app.ts passes it in. */
export type LoginFactors = Readonly<{
  /** Undefined for a person without a second factor. */
  begin: (
    ctx: Ctx<PublicActor>,
    person: Readonly<{ userId: string; customerId: string }>,
  ) => Promise<LoginChallenge | undefined>;
  find: (ctx: Ctx<PublicActor>, challengeId: string) => Promise<PendingLogin | undefined>;
  /** Undefined for a wrong factor; otherwise what uses factor and login up, in the transaction of the session. */
  verify: (
    steps: WorkflowContext<PublicActor>,
    attempt: PendingLogin,
    factor: SecondFactorProof,
  ) => Promise<((ctx: Ctx<PublicActor>) => Promise<boolean>) | undefined>;
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

/**
 * Also ends the lock of the login, since the lock protects a password that is no longer valid, and the trust of every
 * device.
 */
export async function replacePassword(
  { tx, actor }: Ctx<PublicActor>,
  { userId, hash, resetChannel }: Readonly<{ userId: string; hash: string; resetChannel: Channel }>,
): Promise<void> {
  await updatePassword(tx, userId, { hash, resetChannel });
  await endEverySession(tx, userId, 'password_reset');
  await resetFailures(tx, throttleSubject('person', userId, actor.ip));
}

type OneTimePassword = Readonly<{ userId: string; hash: string; until: Date; key: string }>;

/**
 * Of a person whom staff help. It opens no session; their sessions end, and no device is trusted any more. Refuses with
 * `invalid_transition` for a person without a password.
 */
export async function setOneTimePassword({ tx, actor }: StaffCtx, password: OneTimePassword): Promise<void> {
  const { userId } = password;
  if (!(await updateToOneTimePassword(tx, password))) throw new Refusal('invalid_transition');
  await endEverySession(tx, userId, 'one_time_password');
  await resetFailures(tx, throttleSubject('person', userId, actor.ip));
}

/**
 * Ends the password of a person whom staff help, their sessions and the trust of every device. Refuses with
 * `invalid_transition` for a person without a password.
 */
export async function endPassword({ tx, actor }: StaffCtx, userId: string): Promise<void> {
  if (!(await requirePasswordReset(tx, userId))) throw new Refusal('invalid_transition');
  await endEverySession(tx, userId, 'password_ended');
  await resetFailures(tx, throttleSubject('person', userId, actor.ip));
}

/** The present password of a person, or the one that a one-time password took the place of. */
export async function isPasswordUsed(steps: Pick<WorkflowContext, 'transaction'>, userId: string, password: string) {
  const stored = await steps.transaction(({ tx }) => selectPassword(tx, userId));
  for (const hash of [stored?.passwordHash, stored?.replacedHash])
    if (hash && (await verifyPassword(password, hash))) return true;
  return false;
}

/** What the last reset of the password came through; undefined if there was none. */
export const findResetChannel = async (tx: Tx, userId: string): Promise<Channel | undefined> =>
  (await selectPassword(tx, userId))?.resetChannel ?? undefined;

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

/** Other devices are not trusted any more either: this follows a change of credentials or a theft. */
export async function endOtherSessions({ tx, actor }: CustomerCtx, because: string): Promise<void> {
  await endTrust(tx, actor.userId, actor.deviceId);
  const ended = await endSessions(tx, { userId: actor.userId }, { because, keep: actor.sessionId });
  await closeSockets(tx, ended);
}

/** Also of the person who asked for it. No device is trusted any more. */
export async function endEverySession(tx: Tx, userId: string, because: string): Promise<void> {
  await endTrust(tx, userId, null);
  await closeSockets(tx, await endSessions(tx, { userId }, { because }));
}

/** Ends all sessions of the person but this one. `key` is the idempotency key of the change. */
export async function updateOwnPassword(ctx: CustomerCtx, hash: string, key: string): Promise<void> {
  await updatePassword(ctx.tx, ctx.actor.userId, { hash, key });
  await endOtherSessions(ctx, 'password_changed');
}

export async function endDeviceSessions(tx: Tx, deviceId: string, because: string): Promise<void> {
  await closeSockets(tx, await endSessions(tx, { deviceId }, { because }));
}

export async function endVisitSession(tx: Tx, visitId: string, because: string): Promise<void> {
  await closeSockets(tx, await endSessions(tx, { visitId }, { because }));
}

/** Ends the sessions of a person that look at this customer. */
export async function endSessionsOfMember(
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
  because: string,
): Promise<void> {
  await closeSockets(tx, await endSessions(tx, { userId, customerId }, { because }));
}

export const isSessionCookie = async (tx: Tx, sessionId: string, cookie: string | undefined): Promise<boolean> =>
  verifyToken(cookie, await selectCookieHash(tx, sessionId));
