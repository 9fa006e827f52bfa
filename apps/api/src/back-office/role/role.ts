export { canAnybodyApprove, requireApproversLeft, requireOtherApprover } from './approvers.ts';
export { findSettingOfChange, selectMemberNames } from './role.read.ts';
export { permissionsOfRole } from './role.sql.ts';
