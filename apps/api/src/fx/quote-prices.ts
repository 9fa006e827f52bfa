import type { Tx } from '../kernel/db.ts';
import { findQuoteRows } from './fx.sql.ts';
import type { Price } from './fx.ts';
import { priceOf } from './quote.ts';

/** The prices of quotes by their ids, for whoever tells what they paid for. */
export async function quotePrices(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Price>> {
  if (ids.length === 0) return new Map();
  return new Map((await findQuoteRows(tx, ids)).map((row) => [row.id, priceOf(row)]));
}
