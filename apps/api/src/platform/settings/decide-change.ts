import { message } from '@larkmere/messages/message';
import { acquireLocks } from '../db/transaction.ts';
import { audit } from '../requests/audit.ts';
import { Refusal } from '../requests/refusal.ts';
import { requireRight } from '../requests/staff-rights.ts';
import type { StaffCtx } from '../requests/verb.ts';
import { requireFuture } from './draft-change.ts';
import { loadChange } from './list-changes.ts';
import type { Setting } from './setting.ts';
import {
  type ChangeRow,
  decideChange,
  insertRollBack,
  isOutdated,
  lockChange,
  markWithdrawn,
  type SettingChangeView,
  selectChanges,
} from './setting-change.sql.ts';

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

type RollBackInput = Readonly<{
  /** Of the new change, chosen by the caller. */
  uid: string;
  change: string;
  reason: string;
}>;

/**
 * Proposes to restore what a change replaced: at once when it is live; a scheduled change is called off. A second person
 * approves it like any change. Refuses `access_denied`, `not_found`, and `invalid_transition` if the change is neither
 * scheduled nor live, added a first row that is live, or is being rolled back already.
 */
export async function rollBackChange(
  ctx: StaffCtx,
  setting: Setting,
  { uid, change, reason }: RollBackInput,
): Promise<SettingChangeView> {
  const { tx, actor } = ctx;
  requireRight(actor, setting.area, 'act');
  if (!(await lockChange(tx, setting, change))) throw new Refusal('not_found');
  const all = await selectChanges(tx, setting, null);
  const target = all.find((each) => each.uid === change);
  const isOpen = all.some(({ rollsBack, state }) => rollsBack === change && state === 'proposed');
  const canRestore =
    target?.state === 'scheduled' || (target?.state === 'live' && target.rows.every(({ isNew }) => !isNew));
  if (isOpen || !canRestore) throw new Refusal('invalid_transition');
  const isNew = await insertRollBack(tx, { id: uid, rollsBack: change, reason, by: actor.staffId });
  if (!isNew) throw new Refusal('invalid_transition');
  const view = await loadChange(tx, setting, uid);
  const detail = { change: uid, rollsBack: change, reason, rows: view.rows };
  await audit(ctx, 'setting.roll_back_proposed', `setting:${setting.table}`, detail);
  return view;
}

/**
 * Takes back a draft or a proposal. Only for its author. Refuses `access_denied`, `not_found`, and `invalid_transition`
 * once it is decided.
 */
export async function withdrawChange(ctx: StaffCtx, setting: Setting, uid: string): Promise<SettingChangeView> {
  const { tx, actor } = ctx;
  requireRight(actor, setting.area, 'act');
  const change = await lockChange(tx, setting, uid);
  if (!change) throw new Refusal('not_found');
  if (change.proposedBy !== actor.staffId) throw new Refusal('access_denied');
  if (change.state !== 'draft' && change.state !== 'proposed') throw new Refusal('invalid_transition');
  await markWithdrawn(tx, uid);
  await audit(ctx, 'setting.withdrawn', `setting:${setting.table}`, { change: uid });
  return loadChange(tx, setting, uid);
}
