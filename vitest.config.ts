import { defineConfig } from 'vitest/config';

const everywhere = ['packages/*/src', 'apps/*/src', 'db', 'test', 'tools'];
const files = (ending: string) => everywhere.map((folder) => `${folder}/**/*${ending}`);

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: files('.test.ts'), exclude: files('.db.test.ts'), testTimeout: 60_000 } },
      {
        test: {
          name: 'database',
          include: files('.db.test.ts'),
          exclude: ['test/crash/**', 'test/soak/**'],
          globalSetup: 'test/database.setup.ts',
          // Each suite has a database of its own; the program is loaded once for all of them.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      // Each crash test runs, and kills, servers of its own; one at a time.
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.db.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      // Takes minutes to show anything at all: only the night has them.
      { test: { name: 'soak', include: ['test/soak/**/*.db.test.ts'], testTimeout: 600_000, hookTimeout: 180_000 } },
    ],
  },
});
