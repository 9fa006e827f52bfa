import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The unit tests of one group of modules. */
export default defineConfig({
  root: join(import.meta.dirname, '../../..'),
  test: { include: (process.env.MUTATION_TESTS ?? '').split(','), exclude: ['**/*.db.test.ts', '**/node_modules/**'] },
});
