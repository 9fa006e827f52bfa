import { join } from 'node:path';
import { expect, test } from 'vitest';
import { givenDatabase } from '../test/given.ts';
import { importSanctions } from './import-sanctions.ts';

const { db, url } = await givenDatabase();
const madeUp = join(import.meta.dirname, '../db/seed/made-up-sanctions.csv');

test('activates the names of a file, and importing the same file again changes nothing', async () => {
  expect(await importSanctions(url, madeUp)).toEqual({ names: 8, isNew: true });
  expect(await importSanctions(url, madeUp)).toEqual({ names: 8, isNew: false });
  expect(await db.selectFrom('screening.list').select(['source', 'names']).execute()).toEqual([
    { source: 'made-up-sanctions.csv', names: 8 },
  ]);
});

test('refuses another file and keeps the active list', async () => {
  await expect(importSanctions(url, join(import.meta.dirname, '../package.json'))).rejects.toThrow(
    'not the UK Sanctions List',
  );
  expect(await db.selectFrom('screening.list').select('names').execute()).toHaveLength(1);
});
