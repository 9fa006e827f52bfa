import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../../test/fixtures/database.ts';
import { openLog } from '../observability/log.ts';
import { openDb } from './db.ts';
import { waitForDatabase } from './startup.ts';

const database = await openTestDatabase();
const log = openLog('silent');

test('waits for a database that starts later', async () => {
  const there = new URL(database.url);
  const way = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    near.pipe(far).pipe(near);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  const { port } = way.address() as AddressInfo;
  way.close();
  const db = openDb(Object.assign(new URL(database.url), { port: String(port) }).href, 1);
  let tries = 0;
  const asked = waitForDatabase(() => {
    tries += 1;
    return sql<{ one: number }>`select 1 as one`.execute(db);
  }, log);
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(1);
  way.listen(port, '127.0.0.1');
  expect((await asked).rows).toEqual([{ one: 1 }]);
  await db.destroy();
  way.close();
});

test('throws any other error at once', async () => {
  let tries = 0;
  const refused = waitForDatabase(async () => {
    tries += 1;
    throw new Error('this user could write the ledger directly');
  }, log);
  await expect(refused).rejects.toThrow('could write the ledger directly');
  expect(tries).toBe(1);
});
