import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseSanctionsList } from './parse-sanctions-list.ts';

const head =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Non-latin script type,Non-latin script language,Regime Name';
const row = (id: string, last: string, first: string, more = '') =>
  `01/10/2026,${id},1,,"${last}",${first},,,,,Primary Name,,,${more},,,The Demo Regulations 2026`;

it('parses every name and alias once, in natural order, with the original script', () => {
  const csv = `\uFEFFReport Date: 21-Nov-2026\n${head}\n${row('DEM0001', 'Ashgrove, Ltd', '')}\n${row('DEM0002', 'Zelenkova', 'Ivanka', 'Зеленкова')}\n${row('DEM0002', 'Zelenkova', 'Ivanka')}\n`;
  expect(parseSanctionsList(csv)).toEqual([
    { entryId: 'DEM0001', name: 'Ashgrove, Ltd', regime: 'The Demo Regulations 2026' },
    { entryId: 'DEM0002', name: 'Ivanka Zelenkova', regime: 'The Demo Regulations 2026' },
    { entryId: 'DEM0002', name: 'Зеленкова', regime: 'The Demo Regulations 2026' },
  ]);
});

it('refuses a file of another format', () => {
  expect(() => parseSanctionsList('name,country\nAnn,GB\n')).toThrow('This is not the UK Sanctions List');
  expect(() => parseSanctionsList('')).toThrow('This is not the UK Sanctions List');
});

it('parses the demo list, whose entries are all made up', () => {
  const csv = readFileSync(join(import.meta.dirname, '../../../../../db/seed/fictitious-sanctions.csv'), 'utf8');
  const names = parseSanctionsList(csv);
  expect(names.length).toBeGreaterThan(5);
  for (const { regime, entryId } of names) {
    expect(regime).toMatch(/made up/i);
    expect(entryId).toMatch(/^DEMO/);
  }
});
