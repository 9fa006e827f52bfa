import { StaffArea, StaffLevel, StaffRole } from '@larkmere/contract/back-office/staff';
import { type RawBuilder, sql } from 'kysely';
import { allInForce, defineSetting } from '../../platform/settings/setting.ts';

/** What a role may do in an area. Not permitted without a row. */
export const permissionSetting = defineSetting({
  table: 'role.permission',
  area: 'roles',
  key: { role: StaffRole, area: StaffArea },
  values: { level: StaffLevel },
});

/** The permissions of the role in the surrounding query, as an object by area. */
export const permissionsOfRole = (role: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_object_agg(granted.area, granted.level), '{}')
  from (${allInForce(permissionSetting, { role })}) as granted)`;
