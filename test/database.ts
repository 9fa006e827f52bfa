import { randomBytes } from 'node:crypto';
import { checkInvariants } from '@larkmere/ledger/invariants';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { checkMessages } from './judge-messages.ts';

export type TestDatabase = { url: string };

/**
 * A migrated database of its own for one suite. Call it at the top of the file: `const database = await openTestDatabase();`.
 * When the suite is over, the laws of the ledger are checked on whatever it left, its messages to and from other banks are
 * judged by the published schemas, and the database is dropped.
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
      // A pool says that it has ended before its connections have. Without force the server waits a while for them.
      await run(admin, `drop database ${name}`).catch(() => run(admin, `drop database ${name} with (force)`));
    }
  });
  await run(admin, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  return { url };
}

/** What the API may not do itself: a statement of the owner of a test's database. Answers how many rows it touched. */
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
