import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestDatabase } from './database.ts';

const first = await openTestDatabase();
const second = await openTestDatabase();

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('gives every suite its own database', async () => {
  await query(first.url, 'create table note (text text)');
  expect(await query(second.url, `select to_regclass('note') as note`)).toEqual([{ note: null }]);
});

test('copies the migrations of the template', async () => {
  const count = 'select count(*)::int as files from migration.digest';
  expect(await query(second.url, count)).toEqual(await query(first.url, count));
});
