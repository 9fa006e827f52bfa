import { staffLevels } from '@larkmere/contract/back-office/permissions';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { isPositive, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { dealerLimit } from '../../fx/manual-fx/manual-fx.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { approveChange, rejectChange } from '../../platform/settings/decide-change.ts';
import { draftChange, proposeChange } from '../../platform/settings/draft-change.ts';
import { loadChange } from '../../platform/settings/list-changes.ts';
import { listSettings, type Setting } from '../../platform/settings/setting.ts';
import type { SettingChangeView } from '../../platform/settings/setting-change.sql.ts';
import { releaseLimit } from '../review/review.ts';
import { requireApproversLeft, requireOtherApprover } from './approvers.ts';
import { findSettingOfChange } from './role.read.ts';
import { permissionSetting } from './role.settings.ts';
import { viewRoles } from './role.view.ts';
import { groupPermissions, type PermissionRow, requireSatisfiable } from './role-permissions.ts';

export const showRoles: Verb<typeof contract.role.show> = (ctx) => viewRoles(ctx);

/**
 * Refuses `access_denied` for the role that the proposer has, `validation_failed` without a change, and
 * `rule_unsatisfiable`.
 */
export const proposeRoles: Verb<typeof contract.role.propose> = async (ctx, input) => {
  const { permissions, dealMaxGBP, releaseMaxGBP, reason } = input;
  const rows = await withoutUnchanged(ctx, permissions);
  const deal = dealMaxGBP === undefined ? [] : [toLimit('dealMaxGBP', { role: 'dealer', amount: dealMaxGBP })];
  const release = releaseMaxGBP.map((limit) => toLimit('releaseMaxGBP', limit));
  const all = [...rows, ...deal, ...release];
  if (all.some(({ role }) => role === ctx.actor.role)) throw accessDenied('own_role');
  if (all.length === 0) throw invalid('permissions');
  await requireOtherApprover(ctx.tx, ctx.actor.staffId, ['roles', 'approve']);
  if (rows.length > 0) {
    await requireSatisfiableWith(ctx, rows);
    await propose(ctx, permissionSetting, rows, reason);
  }
  if (deal.length > 0) await propose(ctx, dealerLimit, deal, reason);
  if (release.length > 0) await propose(ctx, releaseLimit, release, reason);
  return viewRoles(ctx);
};

/** Refuses `validation_failed` for an amount that is none, and for an auditor, who changes nothing. */
function toLimit(field: string, { role, amount }: Readonly<{ role: StaffRole; amount: string }>) {
  const limit = readAmount('GBP', amount);
  if (!limit || !isPositive(limit) || role === 'auditor') throw invalid(field);
  return { role, maxGbpMinor: limit.minor };
}

const invalid = (field: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'required', reason: message('role_no_change') }] });

async function propose<S extends Setting>(
  ctx: StaffCtx,
  setting: S,
  rows: Parameters<typeof draftChange<S>>[2]['rows'],
  reason: string,
): Promise<void> {
  const uid = v7();
  await draftChange(ctx, setting, { uid, rows, takesEffectAt: null, reason });
  await proposeChange(ctx, setting, uid);
}

async function withoutUnchanged({ tx }: StaffCtx, rows: readonly PermissionRow[]): Promise<PermissionRow[]> {
  const now = groupPermissions(await listSettings(tx, permissionSetting));
  return rows.filter(({ role, area, level }) => now[role][area] !== level);
}

async function requireSatisfiableWith({ tx }: StaffCtx, rows: readonly PermissionRow[]): Promise<void> {
  requireSatisfiable(groupPermissions([...(await listSettings(tx, permissionSetting)), ...rows]));
  await requireApproversLeft(tx, { permissions: rows });
}

/**
 * Refuses `access_denied` where the approver's own role would gain, `approver_conflict` for the proposer, and what
 * `approveChange` refuses.
 */
export const approveRoles: Verb<typeof contract.role.approve> = async (ctx, { uid }) => {
  const setting = await findRoleSetting(ctx, uid);
  const { rows } = await loadChange(ctx.tx, setting, uid);
  if (rows.some((row) => gains(row, ctx.actor.role))) throw accessDenied('own_role');
  if (setting === permissionSetting) await requireSatisfiableWith(ctx, rows.flatMap(toPermissionRow));
  await approveChange(ctx, setting, uid);
  return viewRoles(ctx);
};

export const refuseRoles: Verb<typeof contract.role.refuse> = async (ctx, { uid, note }) => {
  await rejectChange(ctx, await findRoleSetting(ctx, uid), { uid, note });
  return viewRoles(ctx);
};

async function findRoleSetting({ tx }: StaffCtx, uid: string): Promise<Setting> {
  const table = await findSettingOfChange(tx, uid);
  const setting = [permissionSetting, dealerLimit, releaseLimit].find((each) => each.table === table);
  if (!setting) throw new Refusal('not_found');
  return setting;
}

type ChangedRow = SettingChangeView['rows'][number];

const levelOf = (level: string | null): number => (staffLevels as readonly string[]).indexOf(level ?? 'none');

const gains = ({ key, changes }: ChangedRow, role: string): boolean =>
  key.role === role &&
  changes.some(({ column, from, to }) =>
    column === 'level' ? levelOf(to) > levelOf(from) : BigInt(to ?? 0) > BigInt(from ?? 0),
  );

const toPermissionRow = ({ key, changes }: ChangedRow): PermissionRow[] =>
  changes.map(({ to }) => ({ role: key.role, area: key.area, level: to ?? 'none' }) as PermissionRow);
