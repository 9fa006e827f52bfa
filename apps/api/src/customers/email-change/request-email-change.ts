import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { confirmPassword } from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Workflow } from '../../platform/requests/verb.ts';
import { findEmail, isEmailTaken } from './email-change.read.ts';
import { countRecentChanges, insertEmailChange } from './email-change.sql.ts';
import { deriveEmailCode, emailChangeRequested, hashEmailCode } from './email-change-codes.ts';

const maxChangesPerHour = 3;

/**
 * Sends a code to the old and one to the new address. Refuses with `login_failed` or `login_locked` for the password,
 * `email_unchanged` or `too_many_email_changes`; an address of another person is answered like any other.
 */
export const requestEmailChange =
  (codeKey: Buffer): Workflow<typeof contract.emailChange.request> =>
  async (steps, { email, password }) => {
    const { userId } = steps.actor;
    await confirmPassword(steps, password);
    return steps.transaction((ctx) => startEmailChange(ctx, codeKey, userId, email));
  };

/** Sends both codes; only the person can confirm. Refuses with `email_unchanged` or `too_many_email_changes`. */
export async function startEmailChange(
  ctx: Ctx,
  codeKey: Buffer,
  userId: string,
  email: string,
): Promise<Readonly<{ expiresAt: string }>> {
  const oldEmail = await findEmail(ctx.tx, userId);
  if (oldEmail.toLowerCase() === email.toLowerCase()) throw new Refusal('email_unchanged');
  if ((await countRecentChanges(ctx.tx, userId)) >= maxChangesPerHour) throw new Refusal('too_many_email_changes');
  const id = randomUUID();
  const hashOf = (side: 'old' | 'new') => hashEmailCode(codeKey, id, side, deriveEmailCode(codeKey, id, side));
  const isTaken = await isEmailTaken(ctx.tx, email);
  const change = { id, userId, oldEmail, newEmail: email, isTaken };
  const expires = await insertEmailChange(ctx.tx, {
    ...change,
    oldCodeHash: hashOf('old'),
    newCodeHash: hashOf('new'),
  });
  const expiresAt = expires.toISOString();
  await audit(ctx, 'email_change.requested', `person:${userId}`);
  await emit(ctx, emailChangeRequested, { requestId: id, isTaken, expiresAt });
  return { expiresAt };
}
