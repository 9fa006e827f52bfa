import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../../tools/postgres.ts';
import { openDb } from './db.ts';
import { requireDurability } from './durability.ts';

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

async function givenServer(settings: string[] = []): Promise<Postgres> {
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-durability-'));
  chmodSync(dir, 0o755);
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  const server = await startPostgres({ dir, settings });
  undo.push(server.stop);
  return server;
}

async function judge(url: string): Promise<void> {
  const db = openDb(url, 1);
  undo.push(() => db.destroy());
  await requireDurability(db);
}

test('accepts a default server, and refuses weaker settings for one connection', async () => {
  const { url } = await givenServer();
  await judge(url);
  await judge(`${url}?options=-c%20synchronous_commit%3Dremote_apply`);
  for (const setting of ['local', 'off'])
    await expect(judge(`${url}?options=-c%20synchronous_commit%3D${setting}`)).rejects.toThrow(
      `could lose acknowledged payments: synchronous_commit is ${setting}.`,
    );
});

test('refuses a server without durable commits and names every setting', async () => {
  const { url } = await givenServer(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']);
  await expect(judge(url)).rejects.toThrow('fsync is off, full_page_writes is off, synchronous_commit is off');
});
