import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { misfit, readPlanted } from '../../tools/night/planted.ts';

const planted = readPlanted();

test('there are defects enough to try the tests with', () => {
  expect(planted.length).toBeGreaterThanOrEqual(24);
});

test.for(planted)('$name still fits the tree and names tests that exist', (each) => {
  expect(misfit(each)).toBeUndefined();
  expect(existsSync(join(import.meta.dirname, '../..', each.suite.file))).toBe(true);
});
