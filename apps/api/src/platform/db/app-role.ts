import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db } from './db.ts';

/** Switches to the application role if the login may, so that no statement of ours can write protected tables. */
export async function assumeAppRole(client: ClientBase): Promise<void> {
  await client.query(`select set_config('role', rolname, false) from pg_roles
    where rolname = 'larkmere_app' and pg_has_role(session_user, oid, 'member')`);
}

export async function requireAppRole(db: Db): Promise<void> {
  const { rows } = await sql<{ user: string; may: boolean }>`
    select current_user as user, has_table_privilege('ledger.entry', 'insert, update, delete, truncate')
      or has_schema_privilege('ledger', 'create') as may`.execute(db);
  const [row] = rows;
  if (row?.may !== false)
    throw new Error(
      `The database user ${row?.user} could write the ledger directly: let "npm run migrate" give it the role.`,
    );
}
