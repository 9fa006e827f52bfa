import { type RawBuilder, sql } from 'kysely';
import { allInForce } from '../../platform/settings/setting.ts';
import { permissionSetting } from './role.settings.ts';

/** The permissions of the role in the surrounding query, as an object by area. */
export const permissionsOfRole = (role: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_object_agg(granted.area, granted.level), '{}')
  from (${allInForce(permissionSetting, { role })}) as granted)`;
