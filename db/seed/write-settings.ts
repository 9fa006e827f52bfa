import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../apps/api/src/platform/db/db.ts';

/**
 * Writes rows of settings as the owner of the tables, also in the past, with the audit row that the verifier requires
 * of an owner. The application may only propose and approve changes.
 */
export async function writeSettings(db: Db, statement: Compilable | RawBuilder<unknown>): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => writeSettings(tx, statement));
  await sql`set local role none`.execute(db);
  await db.executeQuery(statement.compile(db));
  await sql`set local role larkmere_app`.execute(db);
  const written = { actorKind: 'system', actorId: 'owner', action: 'setting.written', entity: 'database' } as const;
  await db
    .insertInto('platform.audit')
    .values({ ...written, detail: {}, requestId: 'owner' })
    .execute();
}
