import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { findQuoteRow } from './fx.sql.ts';
import type { Quote } from './fx.ts';
import { quoteOf } from './quote.ts';

export async function ownQuote({ tx, actor }: CustomerCtx, quoteId: string): Promise<Quote> {
  const row = await findQuoteRow(tx, quoteId);
  if (!row || row.customer_id !== actor.customerId || row.person_id !== actor.personId) throw new Refusal('not_found');
  return quoteOf(row);
}
