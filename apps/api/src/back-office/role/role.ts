/**
 * The roles of staff: what each may do in each area, and up to which amount. Both are settings that two people change.
 * A change must leave somebody to approve every action, so `role-permissions.ts` also refuses to suspend or move the
 * last approver.
 */

export { findSettingOfChange, selectMemberNames } from './role.read.ts';
export { permissionsOfRole } from './role.settings.ts';
export { canAnybodyApprove, requireApproversLeft, requireOtherApprover } from './role-permissions.ts';
