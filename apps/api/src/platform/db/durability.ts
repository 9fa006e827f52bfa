import { sql } from 'kysely';
import type { Db } from './db.ts';

const requiredSettings: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply', 'remote_write'],
};
const minServerVersion = 150_000;

/** Throws, naming every setting, if the database could lose an acknowledged commit. */
export async function requireDurability(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`.execute(
    db,
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const faults = Object.entries(requiredSettings)
    .filter(([name, allowed]) => !allowed.includes(settings.get(name) ?? ''))
    .map(([name]) => `${name} is ${settings.get(name) ?? 'unknown'}`);
  if (Number(settings.get('server_version_num') ?? 0) < minServerVersion) faults.push('PostgreSQL is older than 15');
  if (faults.length > 0)
    throw new Error(
      `This database could lose acknowledged payments: ${faults.join(', ')}. Larkmere does not start on it.`,
    );
}
