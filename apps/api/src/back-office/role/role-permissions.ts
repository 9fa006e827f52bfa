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
import { Refusal } from '../../platform/requests/refusal.ts';

export type PermissionRow = Readonly<{ role: StaffRole; area: StaffArea; level: StaffLevel }>;
export type PermissionsByRole = Readonly<Record<StaffRole, Readonly<Record<StaffArea, StaffLevel>>>>;

export const staffRoles = StaffRole.options;

/** Every role with every area, from the rows in force and those that would replace them. */
export function groupPermissions(rows: readonly PermissionRow[]): PermissionsByRole {
  const levels = new Map(rows.map(({ role, area, level }) => [`${role} ${area}`, level]));
  return Object.fromEntries(
    staffRoles.map((role) => [
      role,
      Object.fromEntries(staffAreas.map((area) => [area, levels.get(`${role} ${area}`) ?? 'none'])),
    ]),
  ) as PermissionsByRole;
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
