import type { HoldVoiding } from '@larkmere/ledger/types';
import { describeRate } from '@larkmere/money/displayed-rate';
import { formatAmount } from '@larkmere/money/money';
import type { Principal } from '../../customers/customer/customer.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { bookConversion, type Conversion, fxConverted } from './conversion.ts';
import type { CustomerAccount } from './customer-account.ts';
import type { Quote } from './quote-row.ts';

type ConversionExecution = Readonly<{
  quote: Quote;
  source: CustomerAccount;
  target: CustomerAccount;
  holdToRelease?: HoldVoiding;
}>;

export async function executeConversion(
  ctx: Ctx,
  { customerId, userId }: Principal,
  { quote: { id: quoteId, price }, source, target, ...held }: ConversionExecution,
): Promise<Conversion> {
  const { sell, buy, rate } = price;
  const [from, to] = [source.ledgerAccountId, target.ledgerAccountId];
  const whose = { customerId, userId, cause: 'instant' } as const;
  const conversion = await bookConversion(ctx, { ...whose, quoteId, price, from, to, ...held });
  await emit(ctx, fxConverted, {
    conversionId: conversion.id,
    customerId,
    userId,
    cause: 'instant',
    sold: formatAmount(sell),
    sell: sell.currency,
    bought: formatAmount(buy),
    buy: buy.currency,
    rate: describeRate(rate),
    link: `/statement?bankholderid=${target.bankholderId}`,
  });
  await audit(ctx, 'fx.converted', `conversion:${conversion.id}`, {
    reference: conversion.reference,
    quote: quoteId,
    sold: `${formatAmount(sell)} ${sell.currency}`,
    bought: `${formatAmount(buy)} ${buy.currency}`,
  });
  return conversion;
}
