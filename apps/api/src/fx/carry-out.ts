import type { HoldVoiding } from '@larkmere/ledger/types';
import { formatAmount } from '@larkmere/money/money';
import { rateText } from '@larkmere/money/rate-text';
import type { Acting } from '../customer/customer.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Conversion, convert, fxConverted, type Quote } from './fx.ts';
import type { Holding } from './own-holding.ts';

type Wish = Readonly<{ quote: Quote; source: Holding; target: Holding; frees?: HoldVoiding }>;

export async function carryOut(
  ctx: Ctx,
  { customerId, personId }: Acting,
  { quote: { id: quoteId, price }, source, target, ...held }: Wish,
): Promise<Conversion> {
  const { sell, buy, rate } = price;
  const [from, to] = [source.ledgerAccountId, target.ledgerAccountId];
  const whose = { customerId, personId, cause: 'instant' } as const;
  const conversion = await convert(ctx, { ...whose, quoteId, price, from, to, ...held });
  await emit(ctx, fxConverted, {
    conversionId: conversion.id,
    customerId,
    personId,
    cause: 'instant',
    sold: formatAmount(sell),
    sell: sell.currency,
    bought: formatAmount(buy),
    buy: buy.currency,
    rate: rateText(rate),
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
