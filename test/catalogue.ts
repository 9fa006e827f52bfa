import type pg from 'pg';

export type Column = Readonly<{ name: string; type: string; isKey: boolean; isGenerated: boolean }>;

export async function columnsOf(client: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column & { table: string }>(`
    select nspname || '.' || relname as table, attname as name, format_type(atttypid, atttypmod) as type, attgenerated <> '' as "isGenerated",
      exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey)) as "isKey"
    from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|information_schema)' and attnum > 0 and not attisdropped
    order by 1, attnum`);
  return Map.groupBy(rows, ({ table }) => table);
}
