import type { AccountId, HoldVoiding, OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { describeRate } from '@larkmere/money/displayed-rate';
import { generateReference, recordNarratives } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findQuoteRow, insertConversions } from './conversion.sql.ts';
import type { Price } from './price.ts';
import { priceFromRow, toPriceColumns } from './quote-row.ts';

type ConversionRecord = Readonly<{ id: OperationId; reference: string; request: ConversionRequest }>;

export async function recordConversions(
  { tx }: Pick<Ctx, 'tx'>,
  conversions: readonly ConversionRecord[],
): Promise<void> {
  const rows = conversions.map(({ id, reference, request }) => ({
    id,
    reference,
    customerId: request.customerId,
    userId: request.userId,
    cause: request.cause,
    quoteId: request.quoteId,
    fromAccount: request.from,
    toAccount: request.to,
    ...toPriceColumns(request.price),
  }));
  const words = conversions.map(({ id, reference, request }) => ({
    operationId: id,
    narrative: { kind: 'exchange' as const, reference, description: statementDescription(request.price) },
  }));
  await pipeline(insertConversions(tx, rows), recordNarratives(tx, words));
}

const statementDescription = ({ sell, buy, rate }: Price): string =>
  defaultText('narrative_exchange', {
    sellCurrency: sell.currency,
    buyCurrency: buy.currency,
    rate: describeRate(rate),
  });

export type ConversionCause = 'instant' | 'payment' | 'auto' | 'manual';

export type ConversionRequest = Readonly<{
  customerId: string;
  userId: string | null;
  cause: ConversionCause;
  quoteId: string | null;
  price: Price;
  from: AccountId;
  to: AccountId;
  /** Voided in the same ledger call, so that the held money pays for the conversion. */
  holdToRelease?: HoldVoiding;
}>;

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
