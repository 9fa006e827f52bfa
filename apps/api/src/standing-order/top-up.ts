import type { RefusalCode } from '@larkmere/contract/refusals';
import { balanceOf } from '@larkmere/ledger/balance';
import { moneyText } from '@larkmere/money/amount-text';
import { inMarketOrder } from '@larkmere/money/market-order';
import { type Currency, compare, formatAmount, type Money, readAmount, subtract } from '@larkmere/money/money';
import { compareRates, formatRate, readRate } from '@larkmere/money/rate';
import { boughtText } from '@larkmere/money/rate-text';
import {
  convert,
  demandsOnDeal,
  fxConverted,
  priceToUse,
  type Quote,
  requireHolding,
  requireRightToDeal,
} from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Overtaken } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { Payer } from '../payment/payment.ts';
import type { DueDate } from './due.read.ts';
import { changeOccurrence, type OrderRow } from './standing-order.sql.ts';

type Holding = Awaited<ReturnType<typeof requireHolding>>;
type Found = Readonly<{ from: Holding; to: Holding; quote: Quote; keep: () => Promise<void> }>;

/**
 * What is missing for a date is exchanged out of the account that its customer named, once for each date, and the date is
 * due again at once. Nothing happens when they named none, or something else than money is missing. A sentence says why it
 * could not be.
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
  const found = await look(ctx, payer, due, missing).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  if (found instanceof Refusal)
    return { whyNot: `Your ${order.top_up_currency} account could not top it up: ${found.message}` };
  await exchange(ctx, payer, order, found);
  await changeOccurrence(ctx.tx, occurrence.id, { topped_up_at: ctx.now, next_try_at: ctx.now });
  await audit(ctx, 'standing-order.topped-up', `standing-order:${order.id}`, {
    day: occurrence.day,
    sold: moneyText(found.quote.price.sell),
    bought: moneyText(found.quote.price.buy),
  });
  return 'done';
}

const short: RefusalCode = 'insufficient_funds';

/** How much more an account needs for a payment that was refused for that alone. */
function missingIn({ code, data }: Refusal): Money | undefined {
  if (code !== short || !data) return undefined;
  const currency = data.currency as Currency;
  const [needed, available] = [data.needed, data.available].map((text) => readAmount(currency, String(text)));
  return needed && available && subtract(needed, available);
}

/** Whether it may be exchanged, at what price, and out of enough; nothing is written. */
async function look(ctx: Ctx, payer: Payer, { order }: DueDate, missing: Money): Promise<Found> {
  const asPayer = { ...ctx, actor: payer };
  const sold = order.top_up_currency as Currency;
  await requireRightToDeal(asPayer, 'fx.instant');
  const from = await requireHolding(asPayer, order.top_up_bankholder_id ?? '', sold);
  const to = await requireHolding(asPayer, order.source_bankholder_id, missing.currency);
  const wanted = { tier: payer.userType, side: 'buy', sell: sold, buy: missing.currency, amount: missing } as const;
  const { quote, keep } = await priceToUse(ctx, payer, wanted);
  const { sell, rate } = quote.price;
  const floor = order.top_up_floor === null ? undefined : readRate(rate.base, rate.quote, order.top_up_floor);
  if (floor && compareRates(rate, floor) < 0)
    throw new Refusal('rate_moved', {
      message: `1 ${rate.base} buys ${boughtText(rate)} at the moment, less than you asked for.`,
    });
  const { available } = await balanceOf(ctx.tx, from.ledgerAccountId);
  if (compare(available, sell) < 0)
    throw new Refusal(short, { message: `It has ${moneyText(available)}, and ${moneyText(sell)} were needed.` });
  if (!order.team_approved && (await demandsOnDeal(ctx, payer, sell)).length > 0)
    throw new Refusal('approval_required', { message: 'A colleague has to approve this exchange.' });
  return { from, to, quote, keep };
}

async function exchange(ctx: Ctx, { customerId, personId }: Payer, order: OrderRow, found: Found): Promise<void> {
  const { from, to, quote, keep } = found;
  const { price } = quote;
  const accounts = { from: from.ledgerAccountId, to: to.ledgerAccountId };
  await keep();
  const deal = { customerId, personId, cause: 'instant', quoteId: quote.id, price, ...accounts } as const;
  const { id } = await convert(ctx, deal).catch((error: unknown) => {
    throw error instanceof Refusal ? new Overtaken('the money was spent in the meantime') : error;
  });
  const told = inMarketOrder(price.rate);
  await emit(ctx, fxConverted, {
    conversionId: id,
    customerId,
    personId,
    cause: 'instant',
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    rate: `1 ${told.base} = ${formatRate(told, 4)} ${told.quote}`,
    link: `/standing-order?order=${order.id}`,
  });
}
