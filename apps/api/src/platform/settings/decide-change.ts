import { message } from '@larkmere/messages/message';
import { acquireLocks } from '../db/advisory-lock.ts';
import { audit } from '../requests/audit.ts';
import { Refusal } from '../requests/refusal.ts';
import { requireRight } from '../requests/require-right.ts';
import type { StaffCtx } from '../requests/verb.ts';
import { requireFuture } from './draft-change.ts';
import { loadChange } from './list-changes.ts';
import type { Setting } from './setting.ts';
import { type ChangeRow, decideChange, isOutdated, lockChange, type SettingChangeView } from './setting-change.sql.ts';

/**
 * Puts a change in force, at once or at its time. Refuses `access_denied`, `not_found`, `approver_conflict` for its
 * author, `invalid_transition` once it is decided or if the rows in force changed since it was proposed, and
 * `validation_failed` if its time has passed or a constraint of the table refuses the values.
 */
export async function approveChange(ctx: StaffCtx, setting: Setting, uid: string): Promise<SettingChangeView> {
  const { tx, actor } = ctx;
  const change = await lockProposalByAnother(ctx, setting, uid);
  requireFuture(ctx, change.takesEffectAt);
  await acquireLocks(tx, [`setting:${setting.table}`]);
  await requireCurrent(ctx, setting, change);
  await decideChange(tx, { id: uid, state: 'approved', by: actor.staffId, note: null }).catch(refuseFault);
  const view = await loadChange(tx, setting, uid);
  const { rows, takesEffectAt } = view;
  await audit(ctx, 'setting.approved', `setting:${setting.table}`, {
    change: uid,
    rows,
    takesEffectAt,
    proposedBy: change.proposedBy,
    rollsBack: change.rollsBack,
  });
  return view;
}

type Rejection = Readonly<{ uid: string; note: string }>;

export async function rejectChange(
  ctx: StaffCtx,
  setting: Setting,
  { uid, note }: Rejection,
): Promise<SettingChangeView> {
  await lockProposalByAnother(ctx, setting, uid);
  await decideChange(ctx.tx, { id: uid, state: 'rejected', by: ctx.actor.staffId, note });
  await audit(ctx, 'setting.rejected', `setting:${setting.table}`, { change: uid, note });
  return loadChange(ctx.tx, setting, uid);
}

async function lockProposalByAnother({ tx, actor }: StaffCtx, setting: Setting, uid: string): Promise<ChangeRow> {
  requireRight(actor, setting.area, 'approve');
  const change = await lockChange(tx, setting, uid);
  if (!change) throw new Refusal('not_found');
  if (change.state !== 'proposed') throw new Refusal('invalid_transition');
  if (change.proposedBy === actor.staffId) throw sameSecondPerson();
  return change;
}

function sameSecondPerson(): Refusal {
  const errors = [{ field: 'approvedBy', code: 'not_allowed', reason: message('approver_conflict') }] as const;
  return new Refusal('approver_conflict', { errors });
}

/** A complete row would also undo what another person changed in the meantime. */
async function requireCurrent({ tx }: StaffCtx, setting: Setting, { id, rollsBack }: ChangeRow): Promise<void> {
  const rolledBack = rollsBack === null ? undefined : (await loadChange(tx, setting, rollsBack)).state;
  if (rolledBack === 'scheduled') return;
  if ((rolledBack !== undefined && rolledBack !== 'live') || (await isOutdated(tx, setting, id)))
    throw new Refusal('invalid_transition', { reason: message('setting_outdated') });
}

export function refuseFault(error: unknown): never {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code !== '23514') throw error;
  const errors = [{ field: 'rows', code: 'invalid', reason: message('setting_values_conflict') }] as const;
  throw new Refusal('validation_failed', { errors, data: { constraint } });
}
