import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const everywhere = ['packages/*/src', 'apps/*/src', 'db', 'test', 'tools'];
const files = (ending: string) => everywhere.map((folder) => `${folder}/**/*${ending}`);

/** What takes minutes begins first: begun last, it would run on when every other worker is done. */
class LongestFirst extends BaseSequencer {
  override async sort(suites: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /outside-world|bulk-payment|ledger\.model|crash\/payments/.test(moduleId);
    return (await super.sort(suites)).toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

// What Node compiles of one file's imports serves the next, and every server that a test starts and kills.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** As the API itself runs: Node imports the sources. Only those of the web need more. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'unit', include: files('.test.ts'), exclude: files('.db.test.ts'), testTimeout: 60_000 } },
      {
        test: {
          ...native,
          name: 'database',
          include: files('.db.test.ts'),
          exclude: ['test/crash/**', 'test/soak/**'],
          globalSetup: 'test/database.setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      // Each file of crash tests runs, and kills, servers of its own.
      {
        test: {
          ...native,
          name: 'crash',
          include: ['test/crash/**/*.db.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      // Takes minutes to show anything at all: only the night has them.
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
