import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, formatAmount, type Money, readAmount, subtract } from '@larkmere/money/money';
import { rateText } from '@larkmere/money/rate-text';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { convert, fxConverted } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Overtaken } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { Payer } from '../payment/payment.ts';
import { moveBetweenOwn } from '../transfer/transfer.ts';
import type { DueDate } from './due.read.ts';
import { findTopUp, short, type TopUp } from './find-top-up.ts';
import { changeOccurrence, type OrderRow } from './standing-order.sql.ts';

/**
 * Covers a shortfall from the account the customer chose, once per date, and makes the date due at once. Returns the
 * reason if a top-up was refused.
 */
export async function topUp(
  ctx: Ctx,
  payer: Payer | undefined,
  due: DueDate,
  refusal: Refusal,
): Promise<'done' | Readonly<{ whyNot?: string }>> {
  const { order, occurrence } = due;
  const missing = missingIn(refusal);
  if (!payer || !missing || order.top_up_bankholder_id === null || occurrence.topped_up_at !== null) return {};
  const found = await findTopUp(ctx, payer, due, missing).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  if (found instanceof Refusal)
    return { whyNot: `Your ${accountOf(order)} account could not top it up: ${found.message}` };
  await fillUp(ctx, payer, order, found).catch((error: unknown) => {
    throw error instanceof Refusal ? new Overtaken('the money was spent in the meantime') : error;
  });
  await changeOccurrence(ctx.tx, occurrence.id, { topped_up_at: ctx.now, next_try_at: ctx.now });
  const facts = { day: occurrence.day, sold: moneyText(found.sum), bought: moneyText(missing) };
  await audit(ctx, 'standing-order.topped-up', `standing-order:${order.id}`, facts);
  return 'done';
}

const accountOf = ({ top_up_currency, account_currency }: OrderRow): string =>
  top_up_currency === account_currency ? `other ${top_up_currency}` : `${top_up_currency}`;

function missingIn({ code, data }: Refusal): Money | undefined {
  if (code !== short || !data) return undefined;
  const currency = data.currency as Currency;
  const [needed, available] = [data.needed, data.available].map((text) => readAmount(currency, String(text)));
  return needed && available && subtract(needed, available);
}

async function fillUp(ctx: Ctx, payer: Payer, order: OrderRow, { from, to, sum, deal }: TopUp): Promise<void> {
  const { customerId, personId } = payer;
  if (!deal) {
    const { holder: name } = await requireOwnAccount({ ...ctx, actor: payer }, to.bankholderId);
    await moveBetweenOwn(ctx, { customerId, personId, name, source: from, target: to, amount: sum });
    return;
  }
  const { quote, keep } = deal;
  const { price } = quote;
  const accounts = { from: from.ledgerAccountId, to: to.ledgerAccountId };
  await keep();
  const { id } = await convert(ctx, { customerId, personId, cause: 'instant', quoteId: quote.id, price, ...accounts });
  await emit(ctx, fxConverted, {
    conversionId: id,
    customerId,
    personId,
    cause: 'instant',
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    rate: rateText(price.rate),
    link: `/standing-order?order=${order.id}`,
  });
}
