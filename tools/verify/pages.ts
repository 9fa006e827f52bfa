import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** A value as PostgreSQL prints it: nothing is rounded or converted before the checks. */
export type Text = string | null;
export type Row = readonly Text[];

const pageSize = 5000;
const asText = { getTypeParser: () => (value: string) => value };

export async function rowsOf(client: ClientBase, text: string, values: readonly Text[] = []): Promise<Row[]> {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const { rows } = await client.query<string[]>({ name, text, values: [...values], rowMode: 'array', types: asText });
  return rows;
}

/**
 * Reads every row of a query page by page. The query takes the key of the previous row as its parameters, its first
 * columns are that key, and it ends with its order.
 */
export async function* pagesOf(client: ClientBase, text: string, first: readonly Text[]): AsyncGenerator<Row, void> {
  let after: Row = first;
  for (;;) {
    const rows = await rowsOf(client, `${text} limit ${pageSize}`, after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.slice(0, first.length);
  }
}
