import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isOutage } from '../http/error-handler.ts';
import type { Log } from '../observability/log.ts';
import type { Db } from './db.ts';

const [timeoutMs, retryIntervalMs] = [60_000, 250];

/** Runs the work, and retries it for a minute while the database is unreachable. Throws any other error at once. */
export async function waitForDatabase<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (const start = performance.now(); ; await sleep(retryIntervalMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || performance.now() - start > timeoutMs) throw error;
      log.warn({ err: error }, 'the database is unreachable: retrying');
    }
  }
}

const requiredSettings: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply', 'remote_write'],
};
/** The search folds letters with a collation that came with this version. */
const minServerVersion = 170_000;

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
  if (Number(settings.get('server_version_num') ?? 0) < minServerVersion) faults.push('PostgreSQL is older than 17');
  if (faults.length > 0)
    throw new Error(
      `This database could lose acknowledged payments: ${faults.join(', ')}. Larkmere does not start on it.`,
    );
}
