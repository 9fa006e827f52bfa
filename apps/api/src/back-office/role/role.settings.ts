import { StaffArea, StaffLevel, StaffRole } from '@larkmere/contract/back-office/staff';
import { defineSetting } from '../../platform/settings/setting.ts';

/** What a role may do in an area. Not permitted without a row. */
export const permissionSetting = defineSetting({
  table: 'role.permission',
  area: 'roles',
  key: { role: StaffRole, area: StaffArea },
  values: { level: StaffLevel },
});
