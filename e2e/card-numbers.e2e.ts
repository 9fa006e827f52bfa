import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { logFiles, readIssuedNumbers, searchDatabase, searchFile } from '../tools/find-card-numbers.ts';
import { runningPostgres } from '../tools/postgres.ts';

const data = process.env.E2E_DATA_DIR ?? '';

// Runs after all other tests, which ordered cards, showed their numbers and paid with them.
test('no card number is in the database or the logs', async () => {
  const issued = readIssuedNumbers(data);
  expect(issued.size).toBeGreaterThan(0);
  expect(await searchDatabase(runningPostgres(join(data, 'postgres')) ?? '', issued)).toEqual([]);
  const logs = logFiles(data);
  expect(logs).not.toEqual([]);
  for (const file of logs) expect(await searchFile(file, issued)).toEqual([]);
});
