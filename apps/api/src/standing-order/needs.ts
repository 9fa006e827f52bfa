import { type Currency, type Money, money } from '@larkmere/money/money';
import { priceNow } from '../fx/fx.ts';
import { together } from '../kernel/driver.ts';
import { Refusal } from '../kernel/refusal.ts';
import { sharing } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payer, payerOf, priceOfPayment } from '../payment/payment.ts';
import { type Around, aroundOf } from './due.read.ts';
import { exchangeOf } from './pay-across.ts';
import type { Ahead } from './shortfall.read.ts';
import { abroadWay, homeWay } from './way.ts';

type Price = Awaited<ReturnType<typeof priceOfPayment>>;

/**
 * Forecast debit per date id, in minor units of the account's currency: amount and fee, at today's exchange price,
 * capped at the customer's maximum. Free transfers go to the earliest dates.
 */
export const needsOf = ({ now, actor, requestId, tx }: Ctx, dates: readonly Ahead[]): Promise<Map<string, bigint>> =>
  sharing(tx, async (share) => {
    const ctx = { now, actor, requestId, tx: share };
    const arounds = await aroundOf(share, [...new Set(dates.map(({ order }) => order.id))]);
    const people = [...new Set(dates.map(({ order }) => order.person_id))];
    const payers = new Map(
      (await together(...people.map((id) => payerOf(share, id)))).map((each, i) => [people[i], each]),
    );
    const prices = await together(
      ...dates.map((date) =>
        priceFor(ctx, date, { payer: payers.get(date.order.person_id), around: arounds.get(date.order.id) }),
      ),
    );
    const used = new Set<string>();
    return new Map(dates.map((date, place) => [date.occurrence.id, needOf(date, prices[place], used)]));
  });

function needOf({ order: { most_minor }, occurrence }: Ahead, price: Price | undefined, used: Set<string>): bigint {
  if (!price) return most_minor ?? occurrence.amount_minor;
  const free = price.freeTransfers.find((id) => !used.has(id));
  if (free !== undefined) used.add(free);
  const needed = price.amount.minor + (free === undefined ? price.standardFee.minor : 0n);
  return most_minor !== null && most_minor < needed ? most_minor : needed;
}

type Known = Readonly<{ payer: Payer | undefined; around: Around | undefined }>;

async function priceFor(ctx: Ctx, { order, occurrence }: Ahead, { payer, around }: Known): Promise<Price | undefined> {
  if (!payer || !around) return undefined;
  try {
    const amount = await soldFor(ctx, payer, { order, occurrence });
    const paid = { tier: payer.userType, vendorType: around.accountVendor, amount };
    const way = order.charge_type === null ? await homeWay(ctx.tx, paid) : abroadWay(order, around.payeeType);
    const leavesAt = occurrence.next_try_at ?? undefined;
    return await priceOfPayment(ctx, payer, way, amount, { leavesAt, isEstimate: true });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function soldFor(
  ctx: Ctx,
  { userType: tier }: Payer,
  { order, occurrence }: Pick<Ahead, 'order' | 'occurrence'>,
): Promise<Money> {
  if (order.amount_side !== 'received') return money(order.currency as Currency, occurrence.amount_minor);
  return (await priceNow(ctx, { tier, ...exchangeOf(order, occurrence) })).price.sell;
}
