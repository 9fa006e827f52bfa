import { timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { describeDevice } from '../../identity/device/device.ts';
import { voidResetLinks } from '../../identity/recovery/recovery.ts';
import { endOtherSessions } from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { updateEmail } from '../customer/customer.ts';
import { isEmailTaken } from './email-change.read.ts';
import { countWrongTry, type EmailChange, lockOpenChange, useChange } from './email-change.sql.ts';
import { emailChanged, hashEmailCode } from './email-change-codes.ts';

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
