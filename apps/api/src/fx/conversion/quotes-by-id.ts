import type { Tx } from '../../platform/db/db.ts';
import { findQuoteRows } from './conversion.sql.ts';
import { type Quote, quoteFromRow } from './quote-row.ts';

export async function findQuotes(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Quote>> {
  if (ids.length === 0) return new Map();
  return new Map((await findQuoteRows(tx, ids)).map((row) => [row.id, quoteFromRow(row)]));
}
