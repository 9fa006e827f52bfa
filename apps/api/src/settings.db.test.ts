import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDatabase } from '../../../test/fixtures/base.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { listSettings } from './platform/settings/setting.ts';
import { settings } from './settings.ts';

const { db } = await createDatabase();

type Table = Readonly<{ name: string; key: string[]; columns: string[] }>;

async function effectiveDatedTables(): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.oid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attname) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key
    from pg_class c where c.relkind = 'r'
      and exists (select from pg_attribute where attrelid = c.oid and attname = 'effective_from')
    order by 1`.execute(db);
  return rows;
}

describe('the list of settings', () => {
  it('has every effective-dated table with exactly its columns, its key in the order of the index', async () => {
    const defined = settings.map(({ table, key, values }) => ({
      name: table,
      key: [...Object.keys(key), 'effective_from'],
      columns: [...Object.keys(key), ...Object.keys(values), 'effective_from'].toSorted(),
    }));
    expect(defined.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(await effectiveDatedTables());
  });

  it.each(settings)('reads what its definition says: $table', async (setting) => {
    const rows = await inTransaction(db, (tx) => listSettings(tx, setting));
    expect(rows.length).toBeGreaterThan(0);
    const row = z.object({ ...setting.key, ...setting.values });
    for (const each of rows) expect(each).toMatchObject(row.parse(each));
  });
});
