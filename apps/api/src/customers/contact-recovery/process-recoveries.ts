import { sql } from 'kysely';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { changeRecoveryState, contactRecoverySent } from './change-recovery-state.ts';
import { findContact, isEmailTaken, isHelpable } from './contact-recovery.read.ts';
import type { RecoveryRow } from './contact-recovery.sql.ts';
import { deriveContactCode, deriveContactToken, hashContactCode } from './contact-recovery-secrets.ts';
import { hoursAfter } from './prepare-recovery.ts';

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

export const lapse = (ctx: Ctx, row: RecoveryRow, because: string): Promise<RecoveryRow> =>
  changeRecoveryState(ctx, row, { state: 'lapsed', endedAt: ctx.now }, { because });
