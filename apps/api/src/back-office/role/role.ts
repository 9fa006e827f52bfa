export { findSettingOfChange, selectMemberNames } from './role.read.ts';
export { permissionsOfRole } from './role.settings.ts';
export { canAnybodyApprove, requireApproversLeft, requireOtherApprover } from './role-permissions.ts';
