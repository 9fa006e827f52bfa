import { staffLevels, twoPersonRules } from '@larkmere/contract/back-office/permissions';
import type { RoleChangeView, RoleDocument } from '@larkmere/contract/back-office/role';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { formatAmount, isPositive, money, readAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { dealerLimit } from '../../fx/manual-fx/manual-fx.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { approveChange, rejectChange } from '../../platform/settings/decide-change.ts';
import { draftChange, proposeChange } from '../../platform/settings/draft-change.ts';
import { listChanges, loadChange } from '../../platform/settings/list-changes.ts';
import { listSettings, type Setting } from '../../platform/settings/setting.ts';
import type { SettingChangeView } from '../../platform/settings/setting-change.sql.ts';
import { dualControlThreshold, releaseLimit } from '../review/review.ts';
import { countActiveMembers, findSettingOfChange, selectMemberNames } from './role.read.ts';
import { permissionSetting } from './role.settings.ts';
import {
  groupPermissions,
  type PermissionRow,
  type PermissionsByRole,
  requireApproversLeft,
  requireOtherApprover,
  requireSatisfiable,
  rolesWith,
  staffRoles,
} from './role-permissions.ts';

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

/** The key of a change is text, whatever table the change is of. */
const toPermissionRow = ({ key, changes }: ChangedRow): PermissionRow[] =>
  changes.map(({ to }) => ({ role: key.role, area: key.area, level: to ?? 'none' }) as PermissionRow);

const maxChanges = 30;
/** Later than the transaction began: a change that it has just approved counts. */
const now = sql`clock_timestamp()`;
const changed = ['live', 'retired', 'rolled_back'];

async function viewRoles(ctx: StaffCtx): Promise<RoleDocument> {
  const { tx } = ctx;
  const permissions = groupPermissions(await listSettings(tx, permissionSetting, {}, now));
  const dealLimits = toLimits(await listSettings(tx, dealerLimit, {}, now));
  const releaseLimits = toLimits(await listSettings(tx, releaseLimit, {}, now));
  const people = await countActiveMembers(tx);
  const all = [
    ...named('', await listChanges(ctx, permissionSetting)),
    ...named('deal_limit', await listChanges(ctx, dealerLimit)),
    ...named('release_limit', await listChanges(ctx, releaseLimit)),
  ].toSorted((one, other) => other.proposedAt.getTime() - one.proposedAt.getTime());
  return {
    version: all.filter(({ state }) => changed.includes(state)).length + 1,
    roles: staffRoles.map((key) => ({
      key,
      permissions: permissions[key],
      limits: { dealMaxGBP: dealLimits.get(key) ?? null, releaseMaxGBP: releaseLimits.get(key) ?? null },
      people: people.get(key) ?? 0,
    })),
    pairs: await viewPairs(ctx, permissions),
    changes: await viewChanges(ctx, all.slice(0, maxChanges)),
  };
}

const toLimits = (rows: readonly Readonly<{ role: StaffRole; maxGbpMinor: bigint }>[]) =>
  new Map(rows.map(({ role, maxGbpMinor: minor }) => [role, formatAmount(money('GBP', minor))]));

/** With the name that rows of a limit have in the place of an area. */
type NamedChange = SettingChangeView & Readonly<{ limit: string }>;
const named = (limit: string, changes: readonly SettingChangeView[]): NamedChange[] =>
  changes.map((change) => ({ ...change, limit }));

async function viewPairs({ tx }: StaffCtx, permissions: PermissionsByRole): Promise<RoleDocument['pairs']> {
  const release = (await listSettings(tx, dualControlThreshold)).map(({ currency, aboveMinor: minor }) =>
    toMoney(money(currency, minor)),
  );
  const deal = (await listSettings(tx, dealerLimit, { role: 'dealer' }, now)).map(({ maxGbpMinor: minor }) =>
    toMoney(money('GBP', minor)),
  );
  const thresholds = { release, deal };
  return twoPersonRules.map(({ action, maker, checker, threshold }) => ({
    action,
    makerRoles: rolesWith(permissions, maker),
    checkerRoles: rolesWith(permissions, checker),
    threshold: threshold === null ? [] : thresholds[threshold],
  }));
}

const toMoney = (amount: ReturnType<typeof money>) => ({ amount: formatAmount(amount), currency: amount.currency });

async function viewChanges(ctx: StaffCtx, changes: readonly NamedChange[]): Promise<RoleChangeView[]> {
  const ids = changes.flatMap(({ proposedBy, decidedBy }) => [proposedBy, ...(decidedBy ? [decidedBy] : [])]);
  const names = await selectMemberNames(ctx.tx, ids);
  return changes.map(({ uid, state, rows, limit, reason, proposedBy, proposedAt, decidedBy, decidedAt, note }) => ({
    uid,
    state,
    changes: rows.flatMap(({ key, changes: columns }) =>
      columns.map(({ column, from, to }) => ({
        // Text, as above.
        role: key.role as StaffRole,
        area: key.area ?? limit,
        from: column === 'level' ? (from ?? 'none') : toPounds(from),
        to: column === 'level' ? (to ?? 'none') : toPounds(to),
      })),
    ),
    reason,
    proposedBy: names.get(proposedBy) ?? '',
    isOwn: proposedBy === ctx.actor.staffId,
    proposedAt: proposedAt.toISOString(),
    decidedBy: decidedBy === null ? null : (names.get(decidedBy) ?? ''),
    decidedAt: decidedAt?.toISOString() ?? null,
    note,
  }));
}

const toPounds = (minor: string | null): string | null => minor && formatAmount(money('GBP', BigInt(minor)));
