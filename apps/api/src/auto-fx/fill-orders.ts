import { balancesOf } from '@larkmere/ledger/balance';
import { postOperations } from '@larkmere/ledger/operations';
import type { AccountId, Operation, OperationId } from '@larkmere/ledger/types';
import { add, type Currency, type Money, money } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { type DealTerms, postingsOf } from '../fx/fx.ts';
import type { Ctx } from '../kernel/verb.ts';
import { serviceNow } from '../service/service.ts';
import { type Standing, standingsOf } from './auto-fx.read.ts';
import { settingInForce, writeOutcomes } from './auto-fx.sql.ts';
import type { Order } from './auto-fx.ts';
import { type Decided, type Decision, decideOrder } from './decide-order.ts';
import { type Fired, forgetFirings, takeFired } from './firing.sql.ts';
import { outcomeOf } from './order-outcome.ts';
import { orderOf } from './order-row.ts';
import { type Filled, recordFills, tellOutcomes } from './record-fills.ts';
import { type PairNow, pairNow } from './trigger-orders.ts';
import { honouredMs } from './waiting.ts';

/**
 * Fills triggered orders at the rate that triggered them, in one transaction and one ledger call. Rows locked by
 * another worker are skipped, so each order is filled once. Returns the number taken.
 */
export async function fillOrders(ctx: Ctx, most: number): Promise<number> {
  const taken = await takeFired(ctx.tx, most);
  if (taken.length === 0) return 0;
  // An order that was paused or ended while it triggered is not filled.
  const rows = taken.filter(({ state }) => state === 'active');
  const orders = rows.map(orderOf);
  const decisions = await decideAll(ctx, rows, orders);
  const decided = rows.map((row, i) => ({
    order: orders[i] as Order,
    decision: decisions[i] as Decision,
    tickId: row.tick_id,
    lastFailure: row.failure_code && `${row.failure_code} ${row.failure_missing}`,
  }));
  const filled = await book(ctx, decided);
  const outcomes = decided.map((one) => outcomeOf(one, filled.has(one.order.id), ctx.now));
  await writeOutcomes(ctx.tx, outcomes);
  await forgetFirings(
    ctx.tx,
    taken.map(({ place }) => place),
  );
  await recordFills(ctx, [...filled.values()]);
  await tellOutcomes(ctx, decided, outcomes);
  return taken.length;
}

/** In trigger order: each order sees the balance that earlier ones left. */
async function decideAll(ctx: Ctx, rows: readonly Fired[], orders: readonly Order[]): Promise<Decision[]> {
  const { tx } = ctx;
  const { isOn: serviceOn } = await serviceNow(tx, 'fx.auto');
  const { max_per_day: maxPerDay } = await settingInForce(tx);
  const standings = await standingsOf(
    tx,
    orders.map(({ id }) => id),
  );
  const left = await availableOn(ctx, orders);
  const fills = new Map<string, number>();
  const pairs = await pairsOf(ctx, orders);
  return orders.map((order, i) => {
    const standing = standings.get(order.id) as Standing;
    const { terms, dealt, blockedUntil } = pairs.get(pairKey(order)) as PairNow;
    const available = withHeld(order, left.get(order.from) ?? money(order.sell, 0n));
    const fillsToday = standing.fillsToday + (fills.get(order.customerId) ?? 0);
    const situation = {
      ...standing,
      terms: terms && decidedTerms(rows[i] as Fired, terms, ctx.now),
      blockedUntil,
      serviceOn,
      pairDealt: dealt,
      available,
      fillsToday,
      maxPerDay,
    };
    const decision = decideOrder(order, situation);
    if (decision.kind === 'fill') {
      fills.set(order.customerId, (fills.get(order.customerId) ?? 0) + 1);
      left.set(order.from, money(order.sell, available.minor - decision.price.sell.minor));
      const target = left.get(order.to);
      if (target) left.set(order.to, add(target, decision.price.buy));
    }
    return decision;
  });
}

/**
 * Uses the rate and the market hours at the time of the trigger. After a longer outage the order is decided again at
 * the current rate.
 */
function decidedTerms({ sell, buy, ...row }: Fired, terms: DealTerms, now: Date): DealTerms {
  const mid = row.mid === null ? undefined : readRate(sell as Currency, buy as Currency, row.mid);
  if (!mid || row.margin_bps === null || !row.decided_at) return terms;
  if (now.getTime() - row.decided_at.getTime() > honouredMs) return terms;
  return {
    ...terms,
    mid,
    marginBps: row.margin_bps,
    ...(row.closed_then ? {} : { closed: undefined, indicative: false }),
  };
}

const pairKey = ({ sell, buy, tier }: Order): string => `${sell} ${buy} ${tier}`;
const withHeld = ({ held }: Order, available: Money): Money => (held ? add(available, held.amount) : available);

async function pairsOf(ctx: Ctx, orders: readonly Order[]): Promise<Map<string, PairNow>> {
  const pairs = new Map<string, PairNow>();
  for (const order of orders) if (!pairs.has(pairKey(order))) pairs.set(pairKey(order), await pairNow(ctx, order));
  return pairs;
}

async function availableOn({ tx }: Ctx, orders: readonly Order[]): Promise<Map<AccountId, Money>> {
  const balances = await balancesOf(tx, [...new Set(orders.map(({ from }) => from))]);
  return new Map([...balances].map(([id, { available }]) => [id, available]));
}

async function book(ctx: Ctx, decided: readonly Decided[]): Promise<Map<string, Filled>> {
  const operations: Operation[] = [];
  const wanted: (Filled & { readonly at: number })[] = [];
  for (const { order, decision, tickId } of decided) {
    if (decision.kind !== 'fill') continue;
    const postings = await postingsOf(ctx, decision.price, order.from, order.to);
    if (order.held) operations.push(voidingOf(order.held.id));
    const conversionId = v7() as OperationId;
    wanted.push({ order, price: decision.price, conversionId, tickId, at: operations.length });
    operations.push({ kind: 'post', id: conversionId, code: 'fx.converted', postings });
  }
  const outcomes = await postOperations(ctx.tx, operations);
  const done = wanted.filter(({ at }) => outcomes[at]?.outcome === 'done');
  return new Map(done.map((fill) => [fill.order.id, fill]));
}

export const voidingOf = (holdId: string): Operation => ({
  kind: 'void_hold',
  id: v7() as OperationId,
  code: 'auto-fx.released',
  holdId: holdId as OperationId,
});
