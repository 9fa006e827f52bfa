import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findQuoteRow, insertConversions } from './conversion.sql.ts';
import { priceFromRow, toPriceColumns } from './quote-row.ts';

type PaymentConversion = Readonly<{ id: OperationId; quoteId: string; from: AccountId; to: AccountId }>;

export async function recordPaymentConversion(
  { tx }: Pick<Ctx, 'tx'>,
  { id, quoteId, from, to }: PaymentConversion,
): Promise<void> {
  const quote = await findQuoteRow(tx, quoteId);
  if (!quote) throw new Error(`quote ${quoteId} is not there`);
  const row = {
    id,
    reference: generateReference(),
    customerId: quote.customerId,
    userId: quote.userId,
    cause: 'payment',
    quoteId,
    fromAccount: from,
    toAccount: to,
    ...toPriceColumns(priceFromRow(quote)),
  } as const;
  await insertConversions(tx, [row]);
}
