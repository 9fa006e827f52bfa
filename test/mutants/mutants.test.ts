import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patchConflict, readMutants } from '../../tools/nightly/mutants.ts';

const mutants = readMutants();

test('contains enough mutants', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(24);
});

test.for(mutants)('$name still applies and names an existing test file', (each) => {
  expect(patchConflict(each)).toBeUndefined();
  expect(existsSync(join(import.meta.dirname, '../..', each.suite.file))).toBe(true);
});
