import type { TestProject } from 'vitest/node';
import { migrate } from '../tools/migrate.ts';
import { startTemporaryPostgres } from '../tools/postgres/temporary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string;
  }
}

/**
 * Starts one server for the run; its database is migrated once and copied for every suite. TEST_DATABASE_URL names an
 * empty database on another server, which is how we test the oldest supported PostgreSQL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await serverFor(process.env.TEST_DATABASE_URL);
  try {
    await migrate(url);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('templateUrl', url);
  return stop;
}

async function serverFor(url: string | undefined): Promise<{ url: string; stop: () => Promise<void> }> {
  return url ? { url, stop: async () => {} } : await startTemporaryPostgres();
}
