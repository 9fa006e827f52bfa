import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patchConflict, readMutants } from '../../tools/nightly/mutants.ts';

const mutants = readMutants();

test('contains enough mutants', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(24);
});

/** As vitest.config.ts divides the files. */
function projectOf(file: string): string {
  if (file.startsWith('test/crash/')) return 'crash';
  if (file.endsWith('.db.test.ts')) return 'database';
  return file.startsWith('apps/web/') ? 'web' : 'unit';
}

test.for(mutants)('$name still applies and names an existing test', (each) => {
  expect(patchConflict(each)).toBeUndefined();
  const { project, file, only = '' } = each.suite;
  expect(project).toBe(projectOf(file));
  expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toMatch(new RegExp(only));
});
