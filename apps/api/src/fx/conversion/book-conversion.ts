import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, HoldVoiding, OperationId, Posting, Receipt } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { describeRate } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, isZero, type Money, money } from '@larkmere/money/money';
import {
  bookOperations,
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarratives,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { findQuoteRow, insertConversions } from './conversion.sql.ts';
import { costOf, type Price } from './price.ts';
import { priceFromRow, type Quote, toPriceColumns } from './quote-row.ts';
import type { CustomerAccount } from './trading-permission.ts';

type ConversionAccounts = Readonly<{
  from: AccountId;
  to: AccountId;
  positionSold: AccountId;
  positionBought: AccountId;
  feeIncome: AccountId;
  spreadIncome: AccountId;
  rounding: AccountId;
}>;

/** One ledger transfer in which each currency balances on its own. Rounding can be negative. */
export function conversionPostings({ sell, fee, buy, spread, rounding }: Price, way: ConversionAccounts): Posting[] {
  const { from, to, positionSold, positionBought, feeIncome, spreadIncome } = way;
  const converted = money(sell.currency, sell.minor - fee.minor);
  return [
    { debit: from, credit: positionSold, amount: converted },
    { debit: positionBought, credit: to, amount: buy },
    ...(isZero(fee) ? [] : [{ debit: from, credit: feeIncome, amount: fee }]),
    ...(isZero(spread) ? [] : [{ debit: positionBought, credit: spreadIncome, amount: spread }]),
    ...(rounding.minor > 0n ? [{ debit: positionBought, credit: way.rounding, amount: rounding }] : []),
    ...(rounding.minor < 0n
      ? [{ debit: way.rounding, credit: positionBought, amount: money(rounding.currency, -rounding.minor) }]
      : []),
  ];
}

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

type ConversionCause = 'instant' | 'payment' | 'auto' | 'manual';

type ConversionRequest = Readonly<{
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

export async function buildConversionPostings(
  { tx }: Pick<Ctx, 'tx'>,
  price: Price,
  from: AccountId,
  to: AccountId,
): Promise<Posting[]> {
  const [sell, buy] = [price.sell.currency, price.buy.currency];
  const [positionSold, positionBought, feeIncome, spreadIncome, rounding] = await pipeline(
    firmAccountId(tx, `position:${sell}`),
    firmAccountId(tx, `position:${buy}`),
    firmAccountId(tx, `fee-income:fx:${sell}`),
    firmAccountId(tx, `fx-spread:${buy}`),
    firmAccountId(tx, `fx-rounding:${buy}`),
  );
  return conversionPostings(price, { from, to, positionSold, positionBought, feeIncome, spreadIncome, rounding });
}

type Conversion = Readonly<{ id: OperationId; reference: string; receipt: Receipt }>;

/**
 * Posts and records a conversion in the caller's transaction. The caller emits `fx.converted`. Refuses
 * `insufficient_funds` and `account_not_usable`.
 */
export async function bookConversion(ctx: Pick<Ctx, 'tx' | 'now'>, deal: ConversionRequest): Promise<Conversion> {
  const { tx } = ctx;
  const id = createOperationId();
  const reference = generateReference();
  await recordConversions(ctx, [{ id, reference, request: deal }]);
  const postings = await buildConversionPostings(ctx, deal.price, deal.from, deal.to);
  const freeing = deal.holdToRelease ? [{ kind: 'void_hold', ...deal.holdToRelease } as const] : [];
  const conversion = { kind: 'post', id, code: 'fx.converted', postings } as const;
  const receipts = await bookOperations(tx, [...freeing, conversion]).catch((error: unknown) => {
    if (error instanceof InsufficientFunds)
      throw new Refusal('insufficient_funds', insufficientFundsDetails(deal.price));
    throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
  });
  return { id, reference, receipt: present(receipts.at(-1), 'the receipt') };
}

const insufficientFundsDetails = ({ sell }: Price) => ({
  reason: message('exchange_insufficient_funds', { needed: sell }),
  data: { needed: formatAmount(sell), currency: sell.currency },
});

export const marginCost = (price: Price): Money => costOf(price).margin;

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

export type ConversionEvent = Readonly<{
  conversionId: string;
  customerId: string;
  userId: string | null;
  cause: ConversionCause;
  sold: string;
  sell: Currency;
  bought: string;
  buy: Currency;
  rate: string;
  link: string;
}>;

export const fxConverted = defineEvent<ConversionEvent>('fx.converted');
