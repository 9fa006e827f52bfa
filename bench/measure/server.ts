import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../tools/migrate.ts';
import { startPostgres } from '../../tools/postgres.ts';

export const requiredSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  data_checksums: 'on',
} as const;

export type BenchServer = Readonly<{
  url: string;
  pid: number;
  settings: Readonly<Record<string, string>>;
  stop: () => Promise<void>;
}>;

export async function startBenchServer(): Promise<BenchServer> {
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-bench-'));
  chmodSync(dir, 0o755); // The server may run as another user.
  const server = await startPostgres({ dir });
  await migrate(server.url);
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: server.url, pid: server.pid, settings: await readDurableSettings(server.url), stop };
}

/** Throws unless the server is durable: figures of a non-durable server are worthless. */
export async function readDurableSettings(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = [
    ...Object.keys(requiredSettings),
    'server_version',
    'shared_buffers',
    'max_wal_size',
    'wal_sync_method',
  ];
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [names],
  );
  await client.end();
  const settings = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  for (const [name, value] of Object.entries(requiredSettings))
    if (settings[name] !== value)
      throw new Error(`${name} is ${settings[name]}: figures of a careless server say nothing`);
  return settings;
}
