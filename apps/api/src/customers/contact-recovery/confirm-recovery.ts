import { timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { voidAuthorisations, voidPinCodes } from '../../identity/pin/pin.ts';
import { voidResetLinks } from '../../identity/recovery/recovery.ts';
import { admitRecoveryAttempt, endEverySession, forgetRecoveryAttempt } from '../../identity/session/session.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { isEmailTaken, updateEmail, updatePhone } from '../customer/customer.ts';
import { voidEmailChanges } from '../email-change/email-change.ts';
import { voidPhoneChanges } from '../phone-change/phone-change.ts';
import { countWrongCode, isOpen, lockByToken, lockOpenOf, type RecoveryRow } from './contact-recovery.sql.ts';
import { changeRecoveryState, lapse } from './contact-recovery-lifecycle.ts';
import { type ContactRecoverySecrets, hashContactCode } from './contact-recovery-secrets.ts';
import { isOutdated } from './prepare-recovery.ts';

const maxWrongTries = 5;

type Outcome = 'confirmed' | 'contact_link_invalid' | 'contact_code_wrong';

/**
 * With the link, and the code if there is a new number. Refuses with `contact_link_invalid` in the same words for a link
 * that is unknown, used or ended, and with `contact_code_wrong`.
 */
export const confirmRecovery =
  (secrets: ContactRecoverySecrets): Workflow<typeof contract.contactRecovery.confirm> =>
  async (steps, { token, code, captcha }) => {
    const hash = hashToken(token);
    const outcome = await admitRecoveryAttempt(
      steps,
      secrets,
      { name: `confirm ${hash.toString('hex')}`, captcha },
      async (ctx, _name, subject): Promise<Outcome> => {
        const row = await lockByToken(ctx.tx, 'confirmTokenHash', hash);
        if (row?.state !== 'confirming' || !isOpen(row, ctx.now)) return 'contact_link_invalid';
        await forgetRecoveryAttempt(ctx.tx, subject);
        if (row.isTaken || (await isEmailTaken(ctx.tx, row.newEmail))) return 'contact_link_invalid';
        if (await isOutdated(ctx, row)) {
          await lapse(ctx, row, 'the contact details or the account changed meanwhile');
          return 'contact_link_invalid';
        }
        if (!isCodeRight(secrets.contactRecovery, row, code)) return countWrong(ctx, row);
        await changeContact(ctx, row);
        return 'confirmed';
      },
    );
    if (outcome !== 'confirmed') throw new Refusal(outcome);
    return null;
  };

const isCodeRight = (key: Buffer, { id, codeHash: hash }: RecoveryRow, code: string | undefined): boolean =>
  hash === null || (code !== undefined && timingSafeEqual(hashContactCode(key, id, code), hash));

async function countWrong(ctx: Ctx, row: RecoveryRow): Promise<Outcome> {
  const counted = await countWrongCode(ctx.tx, row.id);
  if (counted.wrongTries >= maxWrongTries) await lapse(ctx, counted, 'wrong codes');
  return 'contact_code_wrong';
}

/** Links and codes that went to the old mailbox or number end with them. */
async function changeContact(ctx: Ctx, row: RecoveryRow): Promise<void> {
  const { tx } = ctx;
  const { userId } = row;
  await updateEmail(tx, userId, row.newEmail);
  if (row.newPhone !== null) await updatePhone(tx, userId, row.newPhone);
  await voidResetLinks(tx, userId);
  await voidEmailChanges(tx, userId);
  await voidPhoneChanges(tx, userId);
  await voidPinCodes(tx, userId);
  await voidAuthorisations(tx, userId);
  await endEverySession(tx, userId, 'contact_recovered');
  await changeRecoveryState(ctx, row, { state: 'confirmed', endedAt: ctx.now });
}

const stop = (ctx: Ctx, row: RecoveryRow): Promise<RecoveryRow> =>
  changeRecoveryState(ctx, row, { state: 'stopped', endedAt: ctx.now });

/** Refuses with `invalid_transition` if none is open. */
export const stopRecovery: Verb<typeof contract.contactRecovery.stop> = async (ctx) => {
  const row = await lockOpenOf(ctx.tx, ctx.actor.userId);
  if (!row) throw new Refusal('invalid_transition');
  await stop(ctx, row);
  return null;
};

/** Works until the person confirms. Once the request has ended, the reply says how. Refuses with `contact_link_invalid`. */
export const stopByLink =
  (secrets: ContactRecoverySecrets): Workflow<typeof contract.contactRecovery.stopByLink> =>
  async (steps, { token, captcha }) => {
    const hash = hashToken(token);
    const row = await admitRecoveryAttempt(
      steps,
      secrets,
      { name: `stop ${hash.toString('hex')}`, captcha },
      async (ctx, _name, subject) => {
        const found = await lockByToken(ctx.tx, 'stopTokenHash', hash);
        if (!found) return undefined;
        await forgetRecoveryAttempt(ctx.tx, subject);
        return found.endedAt === null ? stop(ctx, found) : found;
      },
    );
    if (!row) throw new Refusal('contact_link_invalid');
    if (row.state === 'confirmed') return { state: 'confirmed' };
    return { state: row.state === 'stopped' ? 'stopped' : 'ended' };
  };
