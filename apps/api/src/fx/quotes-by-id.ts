import type { Tx } from '../kernel/db.ts';
import { findQuoteRows } from './fx.sql.ts';
import type { Quote } from './fx.ts';
import { quoteOf } from './quote.ts';

export async function quotesById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Quote>> {
  if (ids.length === 0) return new Map();
  return new Map((await findQuoteRows(tx, ids)).map((row) => [row.id, quoteOf(row)]));
}
