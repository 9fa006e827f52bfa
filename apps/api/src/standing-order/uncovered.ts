import { balanceOf } from '@larkmere/ledger/balance';
import { type Currency, compare, type Money, money, subtract } from '@larkmere/money/money';
import { priceNow, requireRightToDeal } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payer, payerOf } from '../payment/payment.ts';
import { type Dated, requireApproved, requireFloor, sidesOf, wantedOf } from './find-top-up.ts';
import { missingFor, takenUntil } from './shortfall.read.ts';

/**
 * What is missing for each of these open dates as things stand, in minor units, where nothing fills it up by itself. Dates
 * with enough, and those that the account which its customer named can fill up at the price of now, are left out.
 */
export async function uncoveredFor(ctx: Ctx, dates: readonly Dated[]): Promise<Map<string, bigint>> {
  const missing = await missingFor(
    ctx.tx,
    dates.map(({ occurrence }) => occurrence.id),
  );
  for (const dated of dates) {
    const minor = missing.get(dated.occurrence.id);
    if (minor !== undefined && (await isFilledUp(ctx, dated, minor))) missing.delete(dated.occurrence.id);
  }
  return missing;
}

async function isFilledUp(ctx: Ctx, dated: Dated, minor: bigint): Promise<boolean> {
  const { order, occurrence } = dated;
  if (order.top_up_bankholder_id === null || occurrence.topped_up_at !== null) return false;
  const payer = await payerOf(ctx.tx, order.person_id);
  if (!payer) return false;
  try {
    return await canFillUp(ctx, payer, dated, money(order.account_currency as Currency, minor));
  } catch (error) {
    if (error instanceof Refusal) return false; // whatever stands in its way now may do so then
    throw error;
  }
}

/** The same questions as on the day itself, at a price that promises nothing, and with what the account has to pay until then. */
async function canFillUp(ctx: Ctx, payer: Payer, dated: Dated, missing: Money): Promise<boolean> {
  const asPayer = { ...ctx, actor: payer };
  const { from } = await sidesOf(asPayer, dated.order, missing.currency);
  let sold = missing;
  if (from.currency !== missing.currency) {
    await requireRightToDeal(asPayer, 'fx.instant');
    const { price } = await priceNow(ctx, wantedOf(payer, from.currency, missing));
    requireFloor(dated.order, price);
    await requireApproved(ctx, payer, dated, price.sell);
    sold = price.sell;
  }
  const { available } = await balanceOf(ctx.tx, from.ledgerAccountId);
  const taken = await takenUntil(ctx.tx, payer.customerId, from.bankholderId, dated.occurrence.pay_day);
  return compare(subtract(available, money(from.currency, taken)), sold) >= 0;
}
