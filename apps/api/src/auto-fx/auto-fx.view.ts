import type { AfterFill, AutoFxState, AutoFxView } from '@larkmere/contract/auto-fx';
import type { MoneyView } from '@larkmere/contract/fields';
import type { TeamApprovalBadge } from '@larkmere/contract/team-approval';
import { ratePricing } from '@larkmere/money/market-order';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { divide, type Rate, readRate } from '@larkmere/money/rate';
import { rateText, showRate, showTarget } from '@larkmere/money/rate-text';
import { tierRate } from '../fx/fx.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { badgesOf } from '../team-approval/team-approval.ts';
import { type FillRow, fillsOf } from './auto-fx.read.ts';
import { afterFillsOf, type OrderRow } from './auto-fx.sql.ts';
import { type Direction, type FailureCode, isOver, type Order } from './auto-fx.ts';
import { failureOf, orderOf, percentText, termsOf } from './order-row.ts';
import { pairNow } from './trigger-orders.ts';
import { waitingOf } from './waiting.ts';

const wire = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });
const moment = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

export async function viewOne(ctx: CustomerCtx, row: OrderRow): Promise<AutoFxView> {
  const [view] = await viewAll(ctx, [row]);
  if (!view) throw new Error(`order ${row.id} has no view`);
  return view;
}

export async function viewAll(ctx: CustomerCtx, rows: readonly OrderRow[]): Promise<AutoFxView[]> {
  const ids = rows.map(({ id }) => id);
  const fills = Map.groupBy(await fillsOf(ctx.tx, ids), ({ orderId }) => orderId);
  const rates = new Map<string, Rate | undefined>();
  for (const { sell, buy, tier } of rows) {
    const key = `${sell} ${buy} ${tier}`;
    if (rates.has(key)) continue;
    const { terms } = await pairNow(ctx, { sell, buy, tier });
    rates.set(key, terms && tierRate(terms.mid, terms.marginBps));
  }
  const afterFills = await afterFillsOf(ctx.tx, rows);
  const badges = await badgesOf(ctx.tx, 'auto_fx', ids);
  return rows.map((row) => {
    const known = {
      fills: fills.get(row.id) ?? [],
      afterFill: afterFills.get(row.id),
      badge: badges.get(row.id) ?? null,
      now: ctx.now,
    };
    return viewOf(row, rates.get(`${row.sell} ${row.buy} ${row.tier}`), known);
  });
}

type Known = Readonly<{
  fills: readonly FillRow[];
  afterFill: AfterFill | undefined;
  badge: TeamApprovalBadge | null;
  now: Date;
}>;

function viewOf(row: OrderRow, rate: Rate | undefined, { fills, afterFill, badge, now }: Known): AutoFxView {
  const order = orderOf(row);
  const askedUntil = badge?.state === 'open' ? new Date(badge.expiresAt) : null;
  return {
    uid: row.id,
    reference: row.reference,
    version: row.version,
    state: row.state as AutoFxState,
    terms: termsOf(row, afterFill),
    target: order.target ? showTarget(ratePricing(order.sell, order.target)) : null,
    direction: shownDirection(order),
    rateNow: rate ? showRate(rate) : null,
    distancePct: rate && !isOver(order.state) ? distanceOf(order, rate) : null,
    reserved: order.held ? wire(order.held.amount) : null,
    nextRunAt: isOver(order.state) ? null : moment(order.nextRunAt),
    againAt: moment(row.again_at),
    failure: viewFailure(row),
    fills: fills.map((fill) => fillOf(order, fill)),
    teamApproval: badge,
    waiting: waitingOf({ ...order, againAt: row.again_at, failure: failureOf(row), askedUntil }, now),
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

const shownDirection = ({ type, target }: Order): Direction | null =>
  target ? (type === 'limit' ? 'rises_to' : 'falls_to') : null;

function distanceOf({ target, direction }: Order, now: Rate): string | null {
  if (!target || !direction) return null;
  const rate = ratePricing(target.base, now);
  const gap = target.numerator * rate.denominator - rate.numerator * target.denominator;
  const toGo = direction === 'rises_to' ? gap : -gap;
  const hundredths = toGo <= 0n ? 0n : divide(toGo * 10_000n, rate.numerator * target.denominator, 'up');
  return percentText(Number(hundredths));
}

const viewFailure = (row: OrderRow): AutoFxView['failure'] =>
  row.failure_code && row.failed_at
    ? {
        code: row.failure_code as FailureCode,
        message: row.failure_message ?? '',
        missing: row.failure_missing,
        at: row.failed_at.toISOString(),
      }
    : null;

function fillOf({ sell, buy }: Order, { at, reference, sellMinor, buyMinor, rate, paymentId, paidMinor }: FillRow) {
  const read = readRate(sell, buy, rate);
  if (!read) throw new Error(`${rate} is not a rate`);
  return {
    at: at.toISOString(),
    reference,
    sold: wire(money(sell, sellMinor)),
    bought: wire(money(buy, buyMinor)),
    rate: rateText(read),
    payment: paymentId !== null && paidMinor !== null ? { uid: paymentId, amount: wire(money(buy, paidMinor)) } : null,
  };
}
