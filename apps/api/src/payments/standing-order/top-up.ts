import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, type Money, readAmount, subtract } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { transferBetweenOwnAccounts } from '../../accounts/own-transfer/own-transfer.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import { bookConversion, fxConverted, storeEndedQuote } from '../../fx/conversion/conversion.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { DueOccurrence } from './due-occurrence.read.ts';
import { insufficientFunds, planTopUp, type TopUpPlan } from './plan-top-up.ts';
import { type OrderRow, updateOccurrence } from './standing-order.sql.ts';

/**
 * Covers a shortfall from the account the customer chose, once per date, and makes the date due at once. Returns the
 * reason if a top-up was refused.
 */
export async function topUp(
  ctx: Ctx,
  payer: Principal | undefined,
  due: DueOccurrence,
  refusal: Refusal,
): Promise<'done' | Readonly<{ whyNot?: string }>> {
  const { order, occurrence } = due;
  const missing = findShortfall(refusal);
  if (!payer || !missing || order.topUpBankholderId === null || occurrence.toppedUpAt !== null) return {};
  const found = await planTopUp(ctx, payer, due, missing).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  if (found instanceof Refusal) return { whyNot: describeFailure(order, found) };
  await executeTopUp(ctx, payer, order, found).catch((error: unknown) => {
    throw error instanceof Refusal ? new ConcurrencyConflict('the money was spent in the meantime') : error;
  });
  await updateOccurrence(ctx.tx, occurrence.id, { toppedUpAt: ctx.now, nextAttemptAt: ctx.now });
  const facts = { day: occurrence.day, sold: formatDisplayMoney(found.sum), bought: formatDisplayMoney(missing) };
  await audit(ctx, 'standing-order.topped_up', `standing-order:${order.id}`, facts);
  return 'done';
}

const describeFailure = ({ topUpCurrency, accountCurrency }: OrderRow, { message: note }: Refusal): string =>
  defaultText(topUpCurrency === accountCurrency ? 'top_up_failed_same_currency' : 'top_up_failed', {
    currency: topUpCurrency ?? '',
    note,
  });

function findShortfall({ code, data }: Refusal): Money | undefined {
  if (code !== insufficientFunds || !data) return undefined;
  const currency = data.currency as Currency;
  const [needed, available] = [data.needed, data.available].map((text) => readAmount(currency, String(text)));
  return needed && available && subtract(needed, available);
}

async function executeTopUp(
  ctx: Ctx,
  payer: Principal,
  order: OrderRow,
  { from, to, sum, quote }: TopUpPlan,
): Promise<void> {
  const { customerId, userId } = payer;
  if (!quote) {
    const { holder: name } = await requireOwnAccount({ ...ctx, actor: payer }, to.bankholderId);
    await transferBetweenOwnAccounts(ctx, { customerId, userId, name, source: from, target: to, amount: sum });
    return;
  }
  const { price } = quote;
  const accounts = { from: from.ledgerAccountId, to: to.ledgerAccountId };
  await storeEndedQuote(ctx, payer, quote);
  const { id } = await bookConversion(ctx, {
    customerId,
    userId,
    cause: 'instant',
    quoteId: quote.id,
    price,
    ...accounts,
  });
  await emit(ctx, fxConverted, {
    conversionId: id,
    customerId,
    userId,
    cause: 'instant',
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    rate: describeRate(price.rate),
    link: `/standing-order?order=${order.id}`,
  });
}
