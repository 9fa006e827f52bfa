import type { AuthorisedRestFrom, RestFrom } from '@larkmere/contract/payments/rest-from';
import { message } from '@larkmere/messages/message';
import { add, compare, formatAmount, type Money } from '@larkmere/money/money';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import {
  approvalRequirementsForConversion,
  bookConversion,
  type CustomerAccount,
  lockOpenQuote,
  markQuoteUsed,
  type Quote,
  requireTradableAccount,
  requireTradingPermission,
} from '../../fx/conversion/conversion.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';

/** What another balance pays: exchanged into the account in the transaction that holds the payment, or not at all. */
export type RestExchange = Readonly<{ quote: Quote; source: CustomerAccount }>;

/** Refuses as the acceptance of any quote does, and `execution_date_invalid` for a later day: a quote does not wait for it. */
export async function lockRest(
  ctx: CustomerCtx,
  { restFrom, executionDate }: Readonly<{ restFrom?: RestFrom | undefined; executionDate?: string | undefined }>,
): Promise<RestExchange | undefined> {
  if (!restFrom) return undefined;
  if (executionDate !== undefined)
    throw new Refusal('execution_date_invalid', { reason: message('payment_rest_scheduled') });
  const quote = await lockOpenQuote(ctx, restFrom.quoteId);
  const { sell, buy } = quote.price;
  await requireTradingPermission(ctx, 'payment.crosscurrency', buy.currency);
  return { quote, source: await requireTradableAccount(ctx, restFrom.sourceBankholderId, sell.currency) };
}

export const authorisedRest = (rest: RestExchange | undefined): AuthorisedRestFrom | undefined =>
  rest && {
    sourceBankholderId: rest.source.bankholderId,
    quoteId: rest.quote.id,
    amount: formatAmount(rest.quote.price.sell),
    currency: rest.quote.price.sell.currency,
    buyAmount: formatAmount(rest.quote.price.buy),
    buyCurrency: rest.quote.price.buy.currency,
  };

type Funds = Readonly<{ account: Pick<BankAccount, 'currency' | 'ledgerAccountId'>; available: Money }>;

/** What the account will have once the rest is exchanged. */
export function withRest<Facts extends Funds>(facts: Facts, rest: RestExchange | undefined): Facts {
  if (!rest) return facts;
  const { buy } = rest.quote.price;
  if (buy.currency !== facts.account.currency) throw new Refusal('account_not_usable');
  return { ...facts, available: add(facts.available, buy) };
}

/**
 * Refuses `approval_required` where colleagues decide, because the exchange cannot wait for them, and `amount_invalid` for more than
 * the payment costs: the rest is for this payment only.
 */
export async function requireExchangeableRest(
  ctx: Ctx,
  payer: Principal,
  rest: RestExchange | undefined,
  {
    approvalRequirements,
    price,
  }: Readonly<{ approvalRequirements: readonly unknown[]; price: Readonly<{ total: Money }> }>,
): Promise<void> {
  if (!rest) return;
  const { sell, buy } = rest.quote.price;
  const ofExchange = await approvalRequirementsForConversion(ctx, payer, sell);
  if (approvalRequirements.length + ofExchange.length > 0)
    throw new Refusal('approval_required', { reason: message('payment_rest_needs_approval') });
  if (compare(buy, price.total) > 0) throw new Refusal('amount_invalid', { reason: message('payment_rest_too_much') });
}

/** Books the exchange. Refuses `insufficient_funds` and `account_not_usable`. */
export async function exchangeRest(
  ctx: Ctx,
  { customerId, userId }: Principal,
  rest: RestExchange | undefined,
  { account }: Pick<Funds, 'account'>,
): Promise<void> {
  if (!rest) return;
  const { quote, source } = rest;
  await markQuoteUsed(ctx, quote);
  await bookConversion(ctx, {
    customerId,
    userId,
    cause: 'payment',
    quoteId: quote.id,
    price: quote.price,
    from: source.ledgerAccountId,
    to: account.ledgerAccountId,
  });
}
