import type { TestProject } from 'vitest/node';
import { migrate } from '../tools/migrate.ts';
import { startTemporaryPostgres } from '../tools/postgres/temporary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string;
  }
}

/** One server for the whole run; its database is migrated once and copied for every suite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTemporaryPostgres();
  try {
    await migrate(url);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('templateUrl', url);
  return stop;
}
