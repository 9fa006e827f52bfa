import type { ClientBase } from 'pg';
import type { Fault } from './fault.ts';
import { rowsOf } from './pages.ts';

/** With `off` or `local`, a crash or failover can undo an acknowledged commit. */
const required: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply', 'remote_write'],
};

export async function checkSettings(client: ClientBase): Promise<Fault[]> {
  const settings = await rowsOf(
    client,
    `select name, reset_val, 'of the server' from pg_settings where name = any ($1::text[])
     union all
     select split_part(own, '=', 1), split_part(own, '=', 2),
       concat_ws(' ', 'of', case when setrole <> 0 then setrole::regrole::text end, case when setdatabase <> 0 then datname end)
     from pg_db_role_setting left join pg_database d on d.oid = setdatabase, unnest(setconfig) own
     where split_part(own, '=', 1) = any ($1::text[]) order by 1, 3`,
    [`{${Object.keys(required).join(',')}}`],
  );
  return settings
    .filter(([name, value]) => !required[name ?? '']?.includes(value ?? ''))
    .map(([name, value, whose]) => ({
      kind: 'setting',
      key: `${name} ${whose}`,
      reason: `is ${value}: an acknowledged payment could be lost`,
    }));
}
