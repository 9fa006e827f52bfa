import {
  allows,
  type StaffArea,
  type StaffLevel,
  type StaffRight,
  staffAreas,
  twoPersonRules,
} from '@larkmere/contract/back-office/permissions';
import { StaffRole } from '@larkmere/contract/back-office/staff';
import { message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type ActiveMember, selectActiveMembers } from './role.read.ts';
import { permissionSetting } from './role.settings.ts';

export type PermissionRow = Readonly<{ role: StaffRole; area: StaffArea; level: StaffLevel }>;
export type PermissionsByRole = Readonly<Record<StaffRole, Readonly<Record<StaffArea, StaffLevel>>>>;

export const staffRoles = StaffRole.options;

/** Every role with every area, from the rows in force and those that would replace them. */
export function groupPermissions(rows: readonly PermissionRow[]): PermissionsByRole {
  const levels = new Map(rows.map(({ role, area, level }) => [`${role} ${area}`, level]));
  return recordOf(staffRoles, (role) => recordOf(staffAreas, (area) => levels.get(`${role} ${area}`) ?? 'none'));
}

export const rolesWith = (permissions: PermissionsByRole, right: StaffRight): StaffRole[] =>
  staffRoles.filter((role) => allows(permissions[role], right));

/**
 * Refuses `rule_unsatisfiable` if something that takes two people could be started but never agreed to, and if nobody
 * could change roles any more.
 */
export function requireSatisfiable(permissions: PermissionsByRole): void {
  for (const { action, maker, checker } of twoPersonRules) {
    const [makers, checkers] = [rolesWith(permissions, maker), rolesWith(permissions, checker)];
    const isStuck = checkers.length === 0 && (makers.length > 0 || maker[0] === 'roles');
    const isLocked = maker[0] === 'roles' && makers.length === 0;
    if (isStuck || isLocked)
      throw new Refusal('rule_unsatisfiable', { reason: message('role_rule_unsatisfiable'), data: { action } });
  }
}

/** Who works here, and what their roles may do. */
type Staffing = Readonly<{ members: readonly ActiveMember[]; permissions: PermissionsByRole }>;

/** What a change takes away: members, the roles of members, or permissions of roles. */
type Reduction = Readonly<{
  without?: string;
  role?: ActiveMember;
  permissions?: readonly PermissionRow[];
}>;

const approversOf = ({ members, permissions }: Staffing, right: StaffRight): ActiveMember[] =>
  members.filter(({ role }) => allows(permissions[role], right));

/** The first dual-control action that an active member can approve before the change and nobody can after it. */
export function findStrandedAction(before: Staffing, after: Staffing): string | undefined {
  const stranded = twoPersonRules.find(
    ({ checker }) => approversOf(before, checker).length > 0 && approversOf(after, checker).length === 0,
  );
  return stranded?.action;
}

export function reduce(staffing: Staffing, { without, role, permissions = [] }: Reduction): Staffing {
  const changed = new Map(permissions.map((row) => [`${row.role} ${row.area}`, row.level]));
  return {
    members: staffing.members
      .filter(({ id }) => id !== without)
      .map((member) => (member.id === role?.id ? role : member)),
    permissions: recordOf(staffRoles, (name) =>
      recordOf(staffAreas, (area) => changed.get(`${name} ${area}`) ?? staffing.permissions[name][area]),
    ),
  };
}

async function readStaffing(tx: Tx): Promise<Staffing> {
  return {
    members: await selectActiveMembers(tx),
    permissions: groupPermissions(await listSettings(tx, permissionSetting)),
  };
}

/**
 * Refuses `rule_unsatisfiable` for a change after which nobody active could approve something any more. Takes the lock
 * of all changes to staff, so that of two such changes at once the second sees the first.
 */
export async function requireApproversLeft(tx: Tx, reduction: Reduction): Promise<void> {
  await acquireLocks(tx, ['staff.member']);
  const staffing = await readStaffing(tx);
  const action = findStrandedAction(staffing, reduce(staffing, reduction));
  if (action !== undefined)
    throw new Refusal('rule_unsatisfiable', { reason: message('last_approver_stays'), data: { action } });
}

/** Refuses `rule_unsatisfiable` for a proposal that nobody active but its maker could approve. */
export async function requireOtherApprover(tx: Tx, makerId: string, checker: StaffRight): Promise<void> {
  const others = approversOf(await readStaffing(tx), checker).filter(({ id }) => id !== makerId);
  if (others.length === 0) throw new Refusal('rule_unsatisfiable', { reason: message('nobody_could_approve') });
}

/** Whether anybody active has the right. */
export const canAnybodyApprove = async (tx: Tx, right: StaffRight): Promise<boolean> =>
  approversOf(await readStaffing(tx), right).length > 0;
