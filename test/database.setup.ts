import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../tools/migrate.ts';
import { startPostgres } from '../tools/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string;
  }
}

/** One server for the whole run; its database is migrated once and copied for every suite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'larkmere-test-'));
  chmodSync(dir, 0o755); // the server may run as another user
  // Nothing here must outlive the run, so commits need not reach the disk.
  const server = await startPostgres({
    dir,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  const cleanUp = async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await migrate(server.url);
  } catch (error) {
    await cleanUp();
    throw error;
  }
  project.provide('templateUrl', server.url);
  return cleanUp;
}
