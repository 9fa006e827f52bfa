import type { Channel } from '@larkmere/contract/identity/channel';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, PublicActor, StaffCtx, WorkflowContext } from '../../platform/requests/verb.ts';
import { verifyPassword } from '../../platform/security/password-hash.ts';
import { endEverySession, endOtherSessions } from './end-session.ts';
import { resetFailures, throttleSubject } from './login-throttle.ts';
import { selectPassword } from './session.read.ts';
import { requirePasswordReset, updatePassword, updateToOneTimePassword } from './session.sql.ts';

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

/** Ends all sessions of the person but this one. `key` is the idempotency key of the change. */
export async function updateOwnPassword(ctx: CustomerCtx, hash: string, key: string): Promise<void> {
  await updatePassword(ctx.tx, ctx.actor.userId, { hash, key });
  await endOtherSessions(ctx, 'password_changed');
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
