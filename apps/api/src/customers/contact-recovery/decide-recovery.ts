import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { changeRecoveryState } from './change-recovery-state.ts';
import type { RecoveryRow } from './contact-recovery.sql.ts';
import { hoursAfter, lockOpenRecovery, waitHours } from './prepare-recovery.ts';

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
