import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** A value as PostgreSQL writes it: nothing is rounded or shifted on its way into the checks. */
export type Text = string | null;
export type Row = readonly Text[];

const pageSize = 5000;
const asText = { getTypeParser: () => (value: string) => value };

/** The rows of a query as texts, in the order of its columns. */
export async function rowsOf(client: ClientBase, text: string, values: readonly Text[] = []): Promise<Row[]> {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32); // planned once for all its pages
  const { rows } = await client.query<string[]>({ name, text, values: [...values], rowMode: 'array', types: asText });
  return rows;
}

/**
 * Every row of a query in the order of its key, a page at a time. The query names the key of the row before as its
 * parameters and ends with its order; the key is what its first columns hold.
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
