import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const FILE = join(import.meta.dirname, 'people.json');

/** Saves a start the import of the whole seed. The seed itself asks again, under a lock. */
export async function hasDemoPeople(databaseUrl: string): Promise<boolean> {
  const people = JSON.parse(readFileSync(FILE, 'utf8')) as { username: string }[];
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from customer.user where username = any($1) limit 1', [
      people.map(({ username }) => username),
    ]);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
