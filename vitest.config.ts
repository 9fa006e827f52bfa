import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { temporaryFolder } from './tools/temporary-folder.ts';

const everywhere = ['packages/*/src', 'apps/*/src', 'db', 'test', 'tools'];
const files = (ending: string) => everywhere.map((folder) => `${folder}/**/*${ending}`);

/** Long suites first, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(suites: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /stopped-service|rule-sheets|access-matrix|run-standing-orders|simulation|email\.db|bulk|crash\/payments/.test(
        moduleId,
      );
    return (await super.sort(suites)).toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

// Shares compiled code between test files and the servers that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

process.env.TMPDIR = temporaryFolder();

// Suites hash passwords and PINs thousands of times; password-hash.test.ts looks at the cost in production.
process.env.PASSWORD_HASH_MEMORY_KIB ??= '8';

/** Node imports the sources directly, as in production; only the web needs a transform. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const databaseSuites = files('.db.test.ts');
const webSuites = 'apps/web/src/**/*.test.ts';
const unit = { isolate: false, include: files('.test.ts'), testTimeout: 60_000 };

/** The web's own file only declares what its build makes. */
const webEndpoints = {
  name: 'web-endpoints',
  enforce: 'pre' as const,
  resolveId: (source: string) =>
    source.endsWith('/http/endpoints.ts') ? join(import.meta.dirname, 'test/fixtures/endpoints.ts') : undefined,
};

export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...unit, ...native, name: 'unit', exclude: [...databaseSuites, webSuites] } },
      { plugins: [webEndpoints], test: { ...unit, name: 'web', include: [webSuites] } },
      {
        test: {
          ...native,
          name: 'database',
          // Importing the API again for each file would take a quarter of the time.
          isolate: false,
          include: databaseSuites,
          exclude: ['test/crash/**', 'test/soak/**'],
          globalSetup: 'test/database.setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A hundred requests at once may wait long for a connection on a busy machine.
          env: { DATABASE_WAIT_MS: '30000' },
        },
      },
      {
        test: {
          ...native,
          name: 'crash',
          include: ['test/crash/**/*.db.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 180_000,
          env: { DATABASE_WAIT_MS: '30000' },
        },
      },
      // Needs minutes to show a leak, so only the nightly run includes it.
      {
        test: {
          ...native,
          name: 'soak',
          include: ['test/soak/**/*.db.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
