import { parse } from 'csv-parse/sync';
import type { ListedName } from './match-names.ts';

/** Name 1 to Name 5 are given names. Name 6 is the family name, or the whole name of a firm or a ship. */
const nameColumns = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'];

/**
 * Parses the UK Sanctions List as published: a line with its date, then a row per name and address. Every alias is a
 * name of its own. Throws for a file of another format.
 */
export function parseSanctionsList(csv: string): ListedName[] {
  const body = csv.replace(/^\uFEFF/, '').replace(/^Report Date[^\n]*\n/i, '');
  const rows = parseRows(body);
  const first = rows[0];
  if (!first || first['Unique ID'] === undefined || first['Name 6'] === undefined)
    throw new Error('This is not the UK Sanctions List as CSV: it has no columns “Unique ID” and “Name 6”.');
  const names = new Map<string, ListedName>();
  for (const row of rows) {
    const entryId = row['Unique ID']?.trim() ?? '';
    const latin = nameColumns.map((column) => row[column]?.trim() ?? '').filter((part) => part !== '');
    for (const name of [latin.join(' '), row['Name non-latin script']?.trim() ?? ''])
      if (entryId !== '' && name !== '')
        names.set(`${entryId}\n${name}`, { entryId, name, regime: row['Regime Name']?.trim() ?? '' });
  }
  return [...names.values()];
}

function parseRows(body: string): Record<string, string>[] {
  try {
    return parse(body, { columns: true, skip_empty_lines: true, relax_column_count: true });
  } catch {
    return [];
  }
}
