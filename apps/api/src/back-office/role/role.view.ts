import { twoPersonRules } from '@larkmere/contract/back-office/permissions';
import type { RoleChangeView, RoleDocument } from '@larkmere/contract/back-office/role';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { dealerLimit } from '../../fx/manual-fx/manual-fx.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { listChanges } from '../../platform/settings/list-changes.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import type { SettingChangeView } from '../../platform/settings/setting-change.sql.ts';
import { dualControlThreshold, releaseLimit } from '../review/review.ts';
import { countActiveMembers, selectMemberNames } from './role.read.ts';
import { permissionSetting } from './role.settings.ts';
import { groupPermissions, type PermissionsByRole, rolesWith, staffRoles } from './role-permissions.ts';

const maxChanges = 30;
/** Later than the transaction began: a change that it has just approved counts. */
const now = sql`clock_timestamp()`;
const changed = ['live', 'retired', 'rolled_back'];

export async function viewRoles(ctx: StaffCtx): Promise<RoleDocument> {
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
