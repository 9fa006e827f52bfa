import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { migrate } from '../tools/migrate.ts';
import { openTestDatabase } from './database.ts';

const migrations = join(import.meta.dirname, '../db/migrations');

type Older = Readonly<{ url: string; run: (statement: string) => Promise<pg.QueryResult['rows']> }>;

export async function givenOlder(before: string): Promise<Older> {
  const { url: newest } = await openTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'larkmere-before-'));
  const name = `older_${before}_${process.pid}`;
  const url = Object.assign(new URL(newest), { pathname: `/${name}` }).href;
  beforeAll(async () => {
    for (const file of readdirSync(migrations).filter((each) => each < before))
      copyFileSync(join(migrations, file), join(folder, file));
    await query(newest, `create database ${name} template template0`);
    await migrate(url, folder);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await query(newest, `drop database ${name} with (force)`);
  });
  return { url, run: (statement) => query(url, statement) };
}

async function query(database: string, statement: string): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
