import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { shortReference } from '../books/books.ts';
import type { Ctx } from '../kernel/verb.ts';
import { findQuoteRow, insertConversions } from './fx.sql.ts';
import { columnsOf, priceOf } from './quote.ts';

type PaidExchange = Readonly<{ id: OperationId; quoteId: string; from: AccountId; to: AccountId }>;

export async function recordPaid({ tx }: Pick<Ctx, 'tx'>, { id, quoteId, from, to }: PaidExchange): Promise<void> {
  const quote = await findQuoteRow(tx, quoteId);
  if (!quote) throw new Error(`quote ${quoteId} is not there`);
  const row = {
    id,
    reference: shortReference(),
    customer_id: quote.customer_id,
    person_id: quote.person_id,
    cause: 'payment',
    quote_id: quoteId,
    from_account: from,
    to_account: to,
    ...columnsOf(priceOf(quote)),
  };
  await insertConversions(tx, [row]);
}
