import { type Money, money } from '@larkmere/money/money';
import { type Principal, payerFor } from '../../customers/customer/customer.ts';
import { spotPrice } from '../../fx/conversion/conversion.ts';
import { withBatch } from '../../platform/batching/group-commit.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { calculatePrice } from '../pricing/pricing.ts';
import { loadPayeesAndAccounts, type PayeeAndAccount } from './due-occurrence.read.ts';
import { toExchangeRequest } from './pay-cross-currency.ts';
import { crossBorderRoute, domesticRoute } from './payment-route.ts';
import { makerKey, makerOf } from './standing-order.ts';
import type { UpcomingOccurrence } from './upcoming-occurrence.read.ts';

type Price = Awaited<ReturnType<typeof calculatePrice>>;

/**
 * Forecast debit per date id, in minor units of the account's currency: amount and fee, at today's exchange price,
 * capped at the customer's maximum. Free transfers go to the earliest dates.
 */
export const forecastDebits = (
  { now, actor, requestId, tx }: Ctx,
  dates: readonly UpcomingOccurrence[],
): Promise<Map<string, bigint>> =>
  withBatch(tx, async (share) => {
    const ctx = { now, actor, requestId, tx: share };
    const arounds = await loadPayeesAndAccounts(share, [...new Set(dates.map(({ order }) => order.id))]);
    const makers = new Map(dates.map(({ order }) => [makerKey(order), order]));
    const found = await pipeline(...[...makers.values()].map((order) => payerFor(share, makerOf(order))));
    const payers = new Map([...makers.keys()].map((key, i) => [key, found[i]]));
    const prices = await pipeline(
      ...dates.map((date) =>
        priceOccurrence(ctx, date, {
          payer: payers.get(makerKey(date.order)),
          payeeAndAccount: arounds.get(date.order.id),
        }),
      ),
    );
    const used = new Set<string>();
    return new Map(dates.map((date, place) => [date.occurrence.id, toDebit(date, prices[place], used)]));
  });

function toDebit(
  { order: { maxMinor }, occurrence }: UpcomingOccurrence,
  price: Price | undefined,
  used: Set<string>,
): bigint {
  if (!price) return maxMinor ?? occurrence.amountMinor;
  const free = price.feeWaivers.find((id) => !used.has(id));
  if (free !== undefined) used.add(free);
  const needed = price.amount.minor + (free === undefined ? price.standardFee.minor : 0n);
  return maxMinor !== null && maxMinor < needed ? maxMinor : needed;
}

type PricingContext = Readonly<{ payer: Principal | undefined; payeeAndAccount: PayeeAndAccount | undefined }>;

async function priceOccurrence(
  ctx: Ctx,
  { order, occurrence }: UpcomingOccurrence,
  { payer, payeeAndAccount }: PricingContext,
): Promise<Price | undefined> {
  if (!payer || !payeeAndAccount) return undefined;
  try {
    const amount = await amountToSell(ctx, payer, { order, occurrence });
    const paid = { tier: payer.userType, vendorType: payeeAndAccount.accountVendor, amount };
    const way =
      order.chargeType === null
        ? await domesticRoute(ctx.tx, paid)
        : crossBorderRoute(order, payeeAndAccount.payeeType);
    const leavesAt = occurrence.nextAttemptAt ?? undefined;
    return await calculatePrice(ctx, payer, way, amount, { executesAt: leavesAt, isEstimate: true });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function amountToSell(
  ctx: Ctx,
  { userType: tier }: Principal,
  { order, occurrence }: Pick<UpcomingOccurrence, 'order' | 'occurrence'>,
): Promise<Money> {
  if (order.amountSide !== 'received') return money(order.currency, occurrence.amountMinor);
  return (await spotPrice(ctx, { tier, ...toExchangeRequest(order, occurrence) })).price.sell;
}
