import { randomBytes } from 'node:crypto';
import { checkInvariants } from '@larkmere/ledger/invariants';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { checkMessages } from './judge-messages.ts';

export type TestDatabase = { url: string };

/**
 * Creates a migrated database for one suite; call it at the top of the file. After the suite it checks the ledger
 * rules and validates bank messages against the published schemas, then drops the database.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = Object.assign(new URL(template), { pathname: `/${name}` }).href;
  const admin = Object.assign(new URL(template), { pathname: '/postgres' }).href;
  afterAll(async () => {
    try {
      await checkBooks(url);
      await checkMessages(url);
    } finally {
      // A pool reports its end before its connections close. Without force the server waits for them.
      await run(admin, `drop database ${name}`).catch(() => run(admin, `drop database ${name} with (force)`));
    }
  });
  await run(admin, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  return { url };
}

/** Runs a statement that the API's role may not run. Returns the number of affected rows. */
export const asOwner = (database: TestDatabase, statement: string): Promise<number> => run(database.url, statement);

async function run(url: string, statement: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query(statement);
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

async function checkBooks(url: string): Promise<void> {
  const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }) });
  try {
    await checkInvariants(db);
  } finally {
    await db.destroy();
  }
}
