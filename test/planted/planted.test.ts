import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { misfit, readPlanted } from '../../tools/night/planted.ts';

const planted = readPlanted();

test('contains enough mutants', () => {
  expect(planted.length).toBeGreaterThanOrEqual(24);
});

test.for(planted)('$name still applies and names an existing test file', (each) => {
  expect(misfit(each)).toBeUndefined();
  expect(existsSync(join(import.meta.dirname, '../..', each.suite.file))).toBe(true);
});
