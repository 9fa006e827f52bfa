import type { contract } from '@larkmere/contract/contract';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { describeDevice } from '../device/device.ts';
import { requireStrongPassword, voidResetLinks } from '../recovery/recovery.ts';
import { confirmPassword, isPasswordUsed, updateOwnPassword } from '../session/session.ts';
import { isChangedBy, selectNames } from './password.read.ts';

/**
 * Changes the password of the signed-in person and ends their other sessions and open reset links. Refuses with
 * `login_failed` or `login_locked` for the current password, `password_mismatch`, `password_weak` or
 * `password_unchanged`.
 */
export const changePassword: Workflow<typeof contract.password.change> = async (
  steps,
  { current, password, confirm, idempotency },
) => {
  const { userId } = steps.actor;
  if (password !== confirm) throw new Refusal('password_mismatch');
  const { isDone, names } = await steps.transaction(async ({ tx }) => ({
    isDone: await isChangedBy(tx, userId, idempotency),
    names: await selectNames(tx, userId),
  }));
  if (isDone) return null;
  await confirmPassword(steps, current);
  await requireStrongPassword(password, names);
  if (await isPasswordUsed(steps, userId, password)) throw new Refusal('password_unchanged');
  const hash = await hashPassword(password);
  await steps.transaction(async (ctx) => {
    await updateOwnPassword(ctx, hash, idempotency);
    await voidResetLinks(ctx.tx, userId);
    await audit(ctx, 'password.changed', `person:${userId}`);
    const device = describeDevice(steps.caller.userAgent);
    await emit(ctx, passwordChanged, { userId, at: ctx.now.toISOString(), device });
  });
  return null;
};

export const passwordChanged = defineEvent<PasswordChanged>('password.changed');
export type PasswordChanged = Readonly<{ userId: string; at: string; device: string }>;
