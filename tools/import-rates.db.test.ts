import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../test/fixtures/base.ts';
import { importRates } from './import-rates.ts';

const { db, url } = await createDatabase();
const folder = mkdtempSync(join(tmpdir(), 'larkmere-rates-'));
afterAll(() => rmSync(folder, { recursive: true }));

const importing = (text: string) => {
  const path = join(folder, 'rates.csv');
  writeFileSync(path, text);
  return importRates(url, path);
};
const stored = () =>
  db.selectFrom('rate.fixing').select(['day', 'currency', 'perEuro']).orderBy('day').orderBy('currency').execute();

test('imports supported currencies in any order, and a second import adds only new rates', async () => {
  const file = 'Date,USD,JPY,BGN,THB,\n2026-04-10,1.1711,186.43,1.9558,37.592,\n2026-04-09,1.17,N/A,1.9558,,\n';
  expect(await importing(file)).toEqual({ read: 4, added: 4, from: '2026-04-09', to: '2026-04-10' });
  expect(await stored()).toMatchObject([
    { day: '2026-04-09', currency: 'USD', perEuro: '1.170000000000000' },
    { day: '2026-04-10', currency: 'JPY' },
    { day: '2026-04-10', currency: 'THB', perEuro: '37.592000000000000' },
    { day: '2026-04-10', currency: 'USD' },
  ]);
  expect(await importing('date,USD\r\n2026-04-10,9.9\r\n2026-04-13,1.1684\r\n')).toMatchObject({ read: 2, added: 1 });
  expect((await stored()).find(({ day }) => day === '2026-04-10')).not.toMatchObject({ perEuro: '9.9' });
  const notes = await db.selectFrom('platform.audit').select('action').where('action', 'like', 'rate.%').execute();
  expect(notes).toEqual([{ action: 'rate.fixings_imported' }, { action: 'rate.fixings_imported' }]);
});

test('changes nothing when a single line is wrong', async () => {
  const before = await stored();
  for (const [text, fault] of [
    ['day,USD\n2026-05-04,1.1\n', 'not Date'],
    ['Date,USD\n2026-05-04,1.1\n2026-05-05,much\n', 'Line 3: much is no rate of USD'],
    ['Date,USD\n2026-05-02,1.1\n', 'Line 2: 2026-05-02 is no working day'],
    ['Date,BGN\n2026-05-04,1.9558\n', 'no rate in this file'],
  ] as const)
    await expect(importing(text)).rejects.toThrow(fault);
  expect(await stored()).toEqual(before);
});
