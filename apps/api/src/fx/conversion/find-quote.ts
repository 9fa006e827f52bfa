import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { findQuoteRow } from './conversion.sql.ts';
import { type Quote, quoteFromRow } from './quote-row.ts';

export async function findOwnQuote({ tx, actor }: CustomerCtx, quoteId: string): Promise<Quote> {
  const row = await findQuoteRow(tx, quoteId);
  if (!row || row.customerId !== actor.customerId || row.userId !== actor.userId) throw new Refusal('not_found');
  return quoteFromRow(row);
}
