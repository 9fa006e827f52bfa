import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { protectedTables, uncoveredColumns } from '../db/protected-tables.ts';
import { withDatabase } from './database.ts';

const FOLDER = join(import.meta.dirname, '../db/migrations');

/**
 * Applies the files of db/migrations in the order of their names, forward only. Returns the names applied. Throws,
 * naming the file, if an applied file was edited.
 */
export async function migrate(databaseUrl: string, folder = FOLDER): Promise<string[]> {
  const files = readMigrations(folder);
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) }),
  });
  try {
    // Several processes can start at once. Closing the connection releases the lock.
    await sql`select pg_advisory_lock(hashtext('larkmere.migration'))`.execute(db);
    await sql`create schema if not exists migration`.execute(db);
    await sql`create table if not exists migration.digest (name text primary key, sha256 text not null)`.execute(db);
    await refuseOtherVersion(db, files);
    await refuseEdited(db, files);
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => toMigrations(files) },
      migrationTableSchema: 'migration',
      allowUnorderedMigrations: true, // a lower number can be merged later; each file depends only on those it names
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    const failed = results.find(({ status }) => status === 'Error');
    if (error !== undefined) {
      const reason = error instanceof Error ? error.message : JSON.stringify(error);
      throw new Error(failed ? `db/migrations/${failed.migrationName}.sql: ${reason}` : reason, { cause: error });
    }
    await protectTables(db);
    if (results.length > 0) await grantToApp(db);
    return results.map(({ migrationName }) => migrationName);
  } finally {
    await db.destroy();
  }
}

async function protectTables(db: Kysely<unknown>): Promise<void> {
  if (!(await routineExists(db, 'audit_chain.protect_table'))) return;
  await db.transaction().execute(async (tx) => {
    const tables = Object.entries(protectedTables).map(([name, protection]) => ({
      name,
      uncovered: uncoveredColumns(protection),
    }));
    await sql`select audit_chain.protect_table(name, uncovered)
      from jsonb_to_recordset(${JSON.stringify(tables)}) as t (name text, uncovered text[])`.execute(tx);
    await sql`select audit_chain.audit_row_changes('database.protected', 'seal')`.execute(tx);
  });
}

async function routineExists(db: Kysely<unknown>, routine: string): Promise<boolean> {
  const { rows } = await sql`select where to_regproc(${routine}) is not null`.execute(db);
  return rows.length > 0;
}

async function grantToApp(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    if to_regproc('platform.grant_to_app') is not null then perform platform.grant_to_app(); end if;
  end $$`.execute(db);
}

type File = { name: string; text: string; digest: string };

function readMigrations(folder: string): File[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name: name.slice(0, -'.sql'.length), text, digest: createHash('sha256').update(text).digest('hex') };
  });
}

async function refuseOtherVersion(db: Kysely<unknown>, files: File[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from migration.digest order by name`.execute(db);
  const unknown = rows.find(({ name }) => !files.some((file) => file.name === name));
  if (unknown)
    throw new Error(
      `This database belongs to another version of Larkmere, which has the migration ${unknown.name}. It was not changed. Start that version, or start over: stop Larkmere and delete the data directory (DATA_DIR, by default .data); with DATABASE_URL, empty that database too.`,
    );
}

/**
 * The migrator does not store contents, so we store a digest. A file that names an older digest counts as equivalent.
 */
async function refuseEdited(db: Kysely<unknown>, files: File[]): Promise<void> {
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from migration.digest`.execute(db);
  const edited = files.find(({ name, text, digest }) =>
    rows.some((row) => row.name === name && row.sha256 !== digest && !text.includes(row.sha256)),
  );
  if (edited)
    throw new Error(
      `db/migrations/${edited.name}.sql was edited after it had been applied: write a new migration instead.`,
    );
}

const toMigrations = (files: File[]): Record<string, Migration> =>
  Object.fromEntries(
    files.map(({ name, text, digest }) => [
      name,
      {
        up: async (db: Kysely<unknown>) => {
          await sql.raw(text).execute(db);
          await sql`insert into migration.digest (name, sha256) values (${name}, ${digest})`.execute(db);
          if (await routineExists(db, 'audit_chain.audit_row_changes'))
            await sql`select audit_chain.audit_row_changes('database.migrated', ${`migration:${name}`})`.execute(db);
        },
      },
    ]),
  );

if (import.meta.main) {
  const applied = await withDatabase((url) => migrate(url));
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
}
