import { message } from '@larkmere/messages/message';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { findChannels } from '../../identity/channel/channel.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { isPhoneNumber } from '../../platform/requests/phone-number.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, StaffCtx } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { hoursAfter } from '../../platform/time/time-after.ts';
import { isEmailTaken } from '../customer/customer.ts';
import { findContact, isHelpable } from './contact-recovery.read.ts';
import {
  countRecent,
  insertRecovery,
  isOpen,
  lockOpenOf,
  lockRecovery,
  type RecoveryRow,
} from './contact-recovery.sql.ts';
import {
  changeRecoveryState,
  contactRecoveryLifecycle,
  contactRecoverySent,
  lapse,
  publishRecovery,
} from './contact-recovery-lifecycle.ts';
import { deriveContactCode, deriveContactToken, hashContactCode } from './contact-recovery-secrets.ts';

const maxPerDay = 3;
const decisionHours = 72;
/** Between the approval and the link: for every channel of the person to hear of it. */
const waitHours = 24;

type Prepared = Readonly<{ userId: string; email: string; phone: string | undefined; reason: string }>;

/**
 * An address of another person is answered like any other. Refuses with `validation_failed`, `email_unchanged`,
 * `phone_unchanged` for the number that is confirmed already, `invalid_transition` if one is open, or
 * `too_many_contact_recoveries`.
 */
export async function prepareRecovery(
  ctx: StaffCtx,
  key: Buffer,
  { userId, email, phone, reason }: Prepared,
): Promise<RecoveryRow> {
  const { tx, now, actor } = ctx;
  if (phone !== undefined && !isPhoneNumber(phone))
    throw new Refusal('validation_failed', {
      errors: [{ field: 'phone', code: 'invalid', reason: message('phone_invalid') }],
    });
  const old = await findChannels(tx, userId);
  if (old.email.address.toLowerCase() === email.toLowerCase()) throw new Refusal('email_unchanged');
  if (phone !== undefined && old.phone?.address === phone && old.phone.isConfirmed)
    throw new Refusal('phone_unchanged');
  await acquireLocks(tx, [`contact_recovery.request:${userId}`]);
  if (await lockOpenOf(tx, userId))
    throw new Refusal('invalid_transition', { reason: message('contact_recovery_open') });
  if ((await countRecent(tx, userId)) >= maxPerDay) throw new Refusal('too_many_contact_recoveries');
  const id = v7();
  const row = await insertRecovery(tx, {
    id,
    userId,
    oldEmail: old.email.address,
    oldPhone: old.phone?.address ?? null,
    newEmail: email,
    newPhone: phone ?? null,
    isTaken: await isEmailTaken(tx, email),
    reason,
    preparedBy: actor.staffId,
    deadlineAt: hoursAfter(now, decisionHours),
    stopTokenHash: hashToken(deriveContactToken(key, id, 'stop')),
  });
  await recordState(ctx, contactRecoveryLifecycle, row, { reason });
  await publishRecovery(ctx, row);
  return row;
}

/** Refuses with `not_found` or `invalid_transition`. */
export async function lockOpenRecovery({ tx, now }: Ctx, id: string): Promise<RecoveryRow> {
  const row = await lockRecovery(tx, id);
  if (!row) throw new Refusal('not_found');
  if (!isOpen(row, now)) throw new Refusal('invalid_transition');
  return row;
}

type Decision = Readonly<{ uid: string; note: string }>;

/** Of two decisions the first counts. Refuses with `not_found`, `invalid_transition` or `approver_conflict`. */
export async function approveRecovery(ctx: StaffCtx, { uid, note }: Decision): Promise<RecoveryRow> {
  const row = await lockForSecond(ctx, uid);
  return changeRecoveryState(
    ctx,
    row,
    {
      state: 'approved',
      approvedBy: ctx.actor.staffId,
      approvedAt: ctx.now,
      approvalNote: note,
      deadlineAt: hoursAfter(ctx.now, waitHours),
    },
    { reason: note, preparedBy: row.preparedBy },
  );
}

/** As for an approval. */
export async function refuseRecovery(ctx: StaffCtx, { uid, note }: Decision): Promise<RecoveryRow> {
  const row = await lockForSecond(ctx, uid);
  const ended = { endedBy: ctx.actor.staffId, endedAt: ctx.now };
  return changeRecoveryState(ctx, row, { state: 'refused', ...ended }, { reason: note });
}

/** Also by another than the member of staff who prepared it. Refuses with `not_found` or `invalid_transition`. */
export async function withdrawRecovery(ctx: StaffCtx, { uid, note }: Decision): Promise<RecoveryRow> {
  const row = await lockOpenRecovery(ctx, uid);
  const ended = { endedBy: ctx.actor.staffId, endedAt: ctx.now };
  return changeRecoveryState(ctx, row, { state: 'withdrawn', ...ended }, { reason: note });
}

async function lockForSecond(ctx: StaffCtx, uid: string): Promise<RecoveryRow> {
  const row = await lockOpenRecovery(ctx, uid);
  if (row.state !== 'prepared') throw new Refusal('invalid_transition');
  if (row.preparedBy === ctx.actor.staffId) throw new Refusal('approver_conflict');
  return row;
}

const confirmHours = 72;

/** Sends link and code once the day has passed, and ends what nobody decided or confirmed. */
export const contactRecoveries = (key: Buffer): Job =>
  defineJob({
    name: 'process-contact-recoveries',
    everySeconds: 5,
    run: (job) =>
      handleDueRows(job, {
        table: 'contact_recovery.request',
        isDue: sql`state in ('prepared', 'approved', 'confirming') and deadline_at <= now()`,
        handle: (ctx, row) => (row.state === 'approved' ? send(ctx, key, row) : lapse(ctx, row, 'out of time')),
      }),
  });

/** The row stays open for the person to confirm, and for every channel to stop. */
async function send(ctx: Ctx, key: Buffer, row: RecoveryRow): Promise<unknown> {
  if (await isOutdated(ctx, row)) return lapse(ctx, row, 'the contact details or the account changed meanwhile');
  const { id, userId, newEmail, newPhone } = row;
  const expires = hoursAfter(ctx.now, confirmHours);
  const isTaken = await isEmailTaken(ctx.tx, newEmail);
  await changeRecoveryState(ctx, row, {
    state: 'confirming',
    isTaken,
    sentAt: ctx.now,
    deadlineAt: expires,
    confirmTokenHash: hashToken(deriveContactToken(key, id, 'confirm')),
    codeHash: newPhone === null ? null : hashContactCode(key, id, deriveContactCode(key, id)),
  });
  return emit(ctx, contactRecoverySent, { requestId: id, userId, isTaken, expiresAt: expires.toISOString() });
}

/** The person changed their contact details by themselves since, or has an account that is suspended or locked. */
export async function isOutdated({ tx }: Ctx, row: RecoveryRow): Promise<boolean> {
  const contact = await findContact(tx, row.userId);
  return contact?.email !== row.oldEmail || contact.phone !== row.oldPhone || !(await isHelpable(tx, row.userId));
}
