import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { giveUpQuote, lockQuote, type Quote, requireRightToDeal, useQuote } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { feeShown, makePayment } from '../payment/payment.ts';
import { requireApproval } from '../pin/pin.ts';
import { type Around, aroundOf } from './due.read.ts';
import { requireOpenDate, requireOwnOrder } from './edit-standing-order.ts';
import { exchangeOf, paymentOf } from './pay-across.ts';
import { blockedBy } from './pay-dates.ts';
import { crossing } from './read-exchange.ts';
import { requireMaySet } from './right-to-set.read.ts';
import { settleDate } from './settle-date.ts';
import type { OccurrenceRow, OrderRow } from './standing-order.sql.ts';
import { viewOne } from './standing-order.view.ts';
import { found } from './turn-standing-order.ts';
import { abroadWay } from './way.ts';

/**
 * Pays a held date at the quote the customer saw. The PIN covers the exact amounts, so the order's floor and maximum do
 * not apply. Throws `invalid_transition` if no date is held, `order_changed` for another date or amount.
 */
export const payHeld: Verb<typeof contract.standingOrder.payHeld> = async (ctx, input) => {
  const { uid, day, quoteId, fee, worst, approval, idempotency } = input;
  await requireMaySet(ctx);
  const order = await requireOwnOrder(ctx, uid);
  const occurrence = await requireHeld(ctx, order, day);
  const around = await requireSameAround(ctx, order);
  await requireRightToDeal(ctx, crossing);
  const quote = await lockQuote(ctx, quoteId);
  requireMeant(order, occurrence, quote);
  const { sell, buy } = quote.price;
  const { uid: paymentId, rateOpen } = await makePayment(ctx, ctx.actor, {
    ...abroadWay(order, around.payeeType),
    ...paymentOf({ order, occurrence, around }),
    teamApproved: false, // the approval of the order does not cover a rate below its floor
    amount: buy,
    exchange: quote,
    worst,
    fee: feeShown(sell.currency, fee),
    approve: () =>
      requireApproval(ctx, approval, {
        operation: 'standing-order.pay-held',
        uid,
        day,
        quoteId,
        amount: formatAmount(sell),
        currency: sell.currency,
        buyAmount: formatAmount(buy),
        buyCurrency: buy.currency,
        fee,
        ...(worst !== undefined && { worst }),
        paymentIdempotency: idempotency,
      }),
  });
  await (rateOpen ? giveUpQuote(ctx, quote) : useQuote(ctx, quote));
  await settleDate(ctx, order, occurrence, { state: 'paid', paymentId });
  return viewOne(ctx, await found(ctx, uid));
};

async function requireHeld(ctx: CustomerCtx, order: OrderRow, day: string): Promise<OccurrenceRow> {
  if (order.state !== 'active') throw new Refusal('invalid_transition');
  const open = await requireOpenDate(ctx, order.id, day);
  if (open.state === 'held_fx' && open.next_try_at && open.next_try_at > ctx.now) return open;
  throw new Refusal('invalid_transition');
}

async function requireSameAround({ tx }: CustomerCtx, { id }: OrderRow): Promise<Around> {
  const around = (await aroundOf(tx, [id])).get(id);
  if (!around || blockedBy(around)) throw new Refusal('payee_changed');
  return around;
}

function requireMeant(order: OrderRow, occurrence: OccurrenceRow, { side, price: { sell, buy } }: Quote): void {
  const meant = exchangeOf(order, occurrence);
  const fixed = meant.side === 'sell' ? sell : buy;
  const isMeant =
    side === meant.side &&
    sell.currency === meant.sell &&
    buy.currency === meant.buy &&
    fixed.minor === meant.amount.minor;
  if (!isMeant) throw new Refusal('order_changed');
}
