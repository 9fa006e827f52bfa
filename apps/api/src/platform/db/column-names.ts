import type { EventEmitter } from 'node:events';
import type pg from 'pg';

const columns = new Map<string, string>();
const properties = new Map<string, string>();

/** `createdAt` is `created_at` in SQL. What has no capital stays, so that a name may be given either way. */
export function columnName(property: string): string {
  const known = columns.get(property);
  if (known !== undefined) return known;
  const column = property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(property, column);
  return column;
}

/** `created_at` is `createdAt` in code. */
export function propertyName(column: string): string {
  const known = properties.get(column);
  if (known !== undefined) return known;
  const property = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  properties.set(column, property);
  return property;
}

const renamed = (row: object, rename: (key: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [rename(key), value]));

const bigintAsText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** A row, or a list of rows, as JSON for `jsonb_populate_record` and the like. JSON inside a row keeps its keys. */
export function columnJson(rows: object | readonly object[]): string {
  const written = Array.isArray(rows) ? rows.map((row: object) => renamed(row, columnName)) : renamed(rows, columnName);
  return JSON.stringify(written, bigintAsText);
}

/** A row that SQL wrote as JSON, such as by `to_jsonb`. The caller names its type, as for any query in SQL. */
export const fromColumnJson = <Row extends object>(row: object): Row => renamed(row, propertyName) as Row;

/** Names the fields of every result, once and not for each row. For each new connection. */
export function nameFields(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.prependListener('rowDescription', ({ fields }: Readonly<{ fields: { name: string }[] }>) => {
    for (const field of fields) field.name = propertyName(field.name);
  });
}
