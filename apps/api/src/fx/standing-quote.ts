import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { findQuoteRow } from './fx.sql.ts';
import type { Quote } from './fx.ts';
import { quoteOf } from './quote.ts';

/** A quote of the caller that still stands, for looking at. Refuses `not_found` for somebody else's, and `quote_expired`. */
export async function standingQuote({ tx, actor, now }: CustomerCtx, quoteId: string): Promise<Quote> {
  const row = await findQuoteRow(tx, quoteId);
  if (!row || row.customer_id !== actor.customerId || row.person_id !== actor.personId) throw new Refusal('not_found');
  if (row.state !== 'open' || row.expires_at <= now) throw new Refusal('quote_expired');
  return quoteOf(row);
}
