import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../../../tools/postgres.ts';
import { openDb } from './db.ts';
import { requireDurability } from './startup.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of cleanups.toReversed()) await step();
});

async function startTestServer(settings: string[] = []): Promise<Postgres> {
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-durability-'));
  chmodSync(dir, 0o755);
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  const server = await startPostgres({ dir, settings });
  cleanups.push(server.stop);
  return server;
}

async function checkDurability(url: string): Promise<void> {
  const db = openDb(url, 1);
  cleanups.push(() => db.destroy());
  await requireDurability(db);
}

test('accepts a default server, and refuses weaker settings for one connection', async () => {
  const { url } = await startTestServer();
  await checkDurability(url);
  await checkDurability(`${url}?options=-c%20synchronous_commit%3Dremote_apply`);
  for (const setting of ['local', 'off'])
    await expect(checkDurability(`${url}?options=-c%20synchronous_commit%3D${setting}`)).rejects.toThrow(
      `could lose acknowledged payments: synchronous_commit is ${setting}.`,
    );
});

test('refuses a server without durable commits and names every setting', async () => {
  const { url } = await startTestServer(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']);
  await expect(checkDurability(url)).rejects.toThrow(
    'fsync is off, full_page_writes is off, synchronous_commit is off',
  );
});
