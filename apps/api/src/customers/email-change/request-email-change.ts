import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { describeDevice } from '../../identity/device/device.ts';
import { voidResetLinks } from '../../identity/recovery/recovery.ts';
import { confirmPassword, endOtherSessions } from '../../identity/session/session.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { findEmail, isEmailTaken, updateEmail } from '../customer/customer.ts';
import {
  countRecentChanges,
  countWrongTry,
  type EmailChange,
  insertEmailChange,
  lockOpenChange,
  useChange,
} from './email-change.sql.ts';

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

type Codes = Readonly<{ oldCode: string; newCode: string }>;

/** Refuses with `email_codes_wrong` in the same words for codes that are wrong, used, expired or of an ended request. */
export const confirmEmailChange =
  (codeKey: Buffer): Workflow<typeof contract.emailChange.confirm> =>
  async (steps, codes) => {
    const { userId } = steps.actor;
    const isChanged = await steps.transaction(async (ctx) => {
      const change = await lockOpenChange(ctx.tx, userId);
      if (!change) return false;
      const isRight = areCodesRight(codeKey, change, codes);
      if (!isRight || change.isTaken || (await isEmailTaken(ctx.tx, change.newEmail))) {
        await countWrongTry(ctx.tx, change.id);
        return false;
      }
      await changeEmail(ctx, change, describeDevice(steps.caller.userAgent));
      return true;
    });
    if (!isChanged) throw new Refusal('email_codes_wrong');
    return null;
  };

function areCodesRight(key: Buffer, { id, oldCodeHash, newCodeHash }: EmailChange, codes: Codes): boolean {
  const isOld = timingSafeEqual(hashEmailCode(key, id, 'old', codes.oldCode), oldCodeHash);
  const isNew = timingSafeEqual(hashEmailCode(key, id, 'new', codes.newCode), newCodeHash);
  return isOld && isNew;
}

/** Links for a new password went to the old address, so they end with it. */
async function changeEmail(ctx: CustomerCtx, change: EmailChange, device: string): Promise<void> {
  const { id: requestId, userId, newEmail: email } = change;
  await updateEmail(ctx.tx, userId, email);
  await useChange(ctx.tx, change);
  await voidResetLinks(ctx.tx, userId);
  await endOtherSessions(ctx, 'email_changed');
  await audit(ctx, 'email_change.confirmed', `person:${userId}`);
  await emit(ctx, emailChanged, { requestId, userId, email, at: ctx.now.toISOString(), device });
}

export const emailChangeRequested = defineEvent<EmailChangeRequested>('email_change.requested');
type EmailChangeRequested = Readonly<{ requestId: string; isTaken: boolean; expiresAt: string }>;

export const emailChanged = defineEvent<EmailChanged>('email_change.confirmed');
export type EmailChanged = Readonly<{ requestId: string; userId: string; email: string; at: string; device: string }>;

type CodeSide = 'old' | 'new';

/**
 * The six digits for one of the two addresses. Neither the database nor the outbox holds them: the e-mail derives them
 * again, also when it is sent once more.
 */
export const deriveEmailCode = (key: Buffer, requestId: string, side: CodeSide): string => {
  const digest = createHmac('sha256', key).update(`${side}:${requestId}`).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
};

export const deriveEmailCodeKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere codes for a new e-mail address', 32));

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
const hashEmailCode = (key: Buffer, requestId: string, side: CodeSide, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${side}:${requestId}:${code}`).digest();
