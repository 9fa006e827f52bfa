import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase } from '../test/fixtures/base.ts';
import { importSanctions } from './import-sanctions.ts';

const { db, url } = await createDatabase();
const sampleList = join(import.meta.dirname, '../db/seed/fictitious-sanctions.csv');

test('activates the names of a file, and importing the same file again changes nothing', async () => {
  expect(await importSanctions(url, sampleList)).toEqual({ names: 8, isNew: true });
  expect(await importSanctions(url, sampleList)).toEqual({ names: 8, isNew: false });
  expect(await db.selectFrom('screening.sanctions_list').select(['source', 'names']).execute()).toEqual([
    { source: 'fictitious-sanctions.csv', names: 8 },
  ]);
});

test('refuses another file and keeps the active list', async () => {
  await expect(importSanctions(url, join(import.meta.dirname, '../package.json'))).rejects.toThrow(
    'not the UK Sanctions List',
  );
  expect(await db.selectFrom('screening.sanctions_list').select('names').execute()).toHaveLength(1);
});
