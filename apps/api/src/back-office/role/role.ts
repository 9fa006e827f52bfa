export { findSettingOfChange, selectMemberNames } from './role.read.ts';
export { permissionsOfRole } from './role.sql.ts';
export { canAnybodyApprove, requireApproversLeft, requireOtherApprover } from './role-permissions.ts';
