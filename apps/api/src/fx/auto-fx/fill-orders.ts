import type { PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { balancesOf } from '@larkmere/ledger/balance';
import { postOperations } from '@larkmere/ledger/operations';
import type { AccountId, Operation, OperationId } from '@larkmere/ledger/types';
import { describeRate } from '@larkmere/money/displayed-rate';
import { add, formatAmount, type Money, money } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { createOperationId, generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { present, zip } from '../../platform/values/values.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import {
  buildConversionPostings,
  type DealTerms,
  fxConverted,
  type Price,
  recordConversions,
} from '../conversion/conversion.ts';
import { findOrderEligibility } from './auto-fx.read.ts';
import { autoFxSetting } from './auto-fx.settings.ts';
import {
  failureFromRow,
  findAfterFills,
  insertFills,
  type OrderUpdate,
  orderFromRow,
  updateOrders,
} from './auto-fx.sql.ts';
import { type AutoFxOrder, type OrderEvent, orderFailed, orderHeld, paymentDue } from './auto-fx.ts';
import { type DecidedOrder, type Decision, decideOrder } from './decide-order.ts';
import { decisionValidityMs, pendingStatusOf } from './order-lifecycle.ts';
import { describeOrder, orderUpdateFor } from './order-outcome.ts';
import { deleteTriggers, lockTriggeredOrders, type TriggeredOrder } from './order-trigger.sql.ts';
import { currentPairTerms, type PairTerms } from './trigger-orders.ts';

/**
 * Fills triggered orders at the rate that triggered them, in one transaction and one ledger call. Rows locked by
 * another worker are skipped, so each order is filled once. Returns the number taken.
 */
export async function fillOrders(ctx: Ctx, most: number): Promise<number> {
  const taken = await lockTriggeredOrders(ctx.tx, most);
  if (taken.length === 0) return 0;
  // An order that was paused or ended while it triggered is not filled.
  const rows = taken.filter(({ state }) => state === 'active');
  const orders = rows.map(orderFromRow);
  const decisions = await decideAll(ctx, rows, orders);
  const decided = zip(rows, zip(orders, decisions)).map(([row, [order, decision]]) => ({
    order,
    decision,
    rateSnapshotId: row.rateSnapshotId,
    lastFailure: row.failureCode && `${row.failureCode} ${row.failureMissing}`,
  }));
  const filled = await postFills(ctx, decided);
  const outcomes = decided.map((one) => orderUpdateFor(one, filled.has(one.order.id), ctx.now));
  await updateOrders(ctx.tx, outcomes);
  await deleteTriggers(
    ctx.tx,
    taken.map(({ place }) => place),
  );
  await recordFills(ctx, [...filled.values()]);
  await reportOutcomes(ctx, decided, outcomes);
  return taken.length;
}

/** In trigger order: each order sees the balance that earlier ones left. */
async function decideAll(
  ctx: Ctx,
  rows: readonly TriggeredOrder[],
  orders: readonly AutoFxOrder[],
): Promise<Decision[]> {
  const { tx } = ctx;
  const { isAvailable: serviceOn } = await getServiceAvailability(tx, 'fx.auto');
  const { maxPerDay } = await requireSetting(tx, autoFxSetting, {});
  const standings = await findOrderEligibility(
    tx,
    orders.map(({ id }) => id),
  );
  const left = await availableBalances(ctx, orders);
  const fills = new Map<string, number>();
  const pairs = await pairTermsOf(ctx, orders);
  return zip(orders, rows).map(([order, row]) => {
    const standing = present(standings.get(order.id), 'the eligibility of an order');
    const { terms, isTraded, blockedUntil } = present(pairs.get(pairKey(order)), 'the terms of a pair');
    const available = includingHold(order, left.get(order.from) ?? money(order.sell, 0n));
    const fillsToday = standing.fillsToday + (fills.get(order.customerId) ?? 0);
    const situation = {
      ...standing,
      terms: terms && termsAtTrigger(row, terms, ctx.now),
      blockedUntil,
      isServiceOn: serviceOn,
      isPairTraded: isTraded,
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
function termsAtTrigger({ sell, buy, ...row }: TriggeredOrder, terms: DealTerms, now: Date): DealTerms {
  const mid = row.mid === null ? undefined : readRate(sell, buy, row.mid);
  if (!mid || row.marginBps === null || !row.decidedAt) return terms;
  if (now.getTime() - row.decidedAt.getTime() > decisionValidityMs) return terms;
  return {
    ...terms,
    mid,
    marginBps: row.marginBps,
    ...(row.closedThen ? {} : { closed: undefined, indicative: false }),
  };
}

const pairKey = ({ sell, buy, tier }: AutoFxOrder): string => `${sell} ${buy} ${tier}`;
const includingHold = ({ hold }: AutoFxOrder, available: Money): Money =>
  hold ? add(available, hold.amount) : available;

async function pairTermsOf(ctx: Ctx, orders: readonly AutoFxOrder[]): Promise<Map<string, PairTerms>> {
  const pairs = new Map<string, PairTerms>();
  for (const order of orders)
    if (!pairs.has(pairKey(order))) pairs.set(pairKey(order), await currentPairTerms(ctx, order));
  return pairs;
}

async function availableBalances({ tx }: Ctx, orders: readonly AutoFxOrder[]): Promise<Map<AccountId, Money>> {
  const balances = await balancesOf(tx, [...new Set(orders.map(({ from }) => from))]);
  return new Map([...balances].map(([id, { available }]) => [id, available]));
}

async function postFills(ctx: Ctx, decided: readonly DecidedOrder[]): Promise<Map<string, ExecutedFill>> {
  const operations: Operation[] = [];
  const fills: (ExecutedFill & { readonly at: number })[] = [];
  for (const { order, decision, rateSnapshotId } of decided) {
    if (decision.kind !== 'fill') continue;
    const postings = await buildConversionPostings(ctx, decision.price, order.from, order.to);
    if (order.hold) operations.push(toHoldVoiding(order.hold.id));
    const conversionId = createOperationId();
    fills.push({ order, price: decision.price, conversionId, rateSnapshotId, at: operations.length });
    operations.push({ kind: 'post', id: conversionId, code: 'fx.converted', postings });
  }
  const outcomes = await postOperations(ctx.tx, operations);
  const done = fills.filter(({ at }) => outcomes[at]?.outcome === 'done');
  return new Map(done.map((fill) => [fill.order.id, fill]));
}

export const toHoldVoiding = (holdId: OperationId): Operation => ({
  kind: 'void_hold',
  id: createOperationId(),
  code: 'auto-fx.released',
  holdId,
});

type ExecutedFill = Readonly<{
  order: AutoFxOrder;
  price: Price;
  conversionId: OperationId;
  rateSnapshotId: bigint | null;
}>;

async function recordFills(ctx: Ctx, fills: readonly ExecutedFill[]): Promise<void> {
  const recorded = fills.map((fill) => ({ ...fill, reference: generateReference() }));
  await recordConversions(
    ctx,
    recorded.map(({ order, price, conversionId, reference }) => {
      const { customerId, userId, from, to } = order;
      const deal = { customerId, userId, cause: 'auto', quoteId: null, price, from, to } as const;
      return { id: conversionId, reference, request: deal };
    }),
  );
  await insertFills(
    ctx.tx,
    fills.map(({ order, conversionId, rateSnapshotId }) => ({
      orderId: order.id,
      run: order.runs + 1,
      version: order.version,
      customerId: order.customerId,
      conversionId,
      tickId: rateSnapshotId,
    })),
  );
  const afterFills = await findAfterFills(
    ctx.tx,
    fills.map(({ order }) => order),
  );
  for (const fill of fills) {
    await emitFill(ctx, fill);
    const afterFill = afterFills.get(fill.order.id);
    if (afterFill) await requestPayment(ctx, fill, afterFill);
  }
}

async function emitFill(ctx: Ctx, { order, price, conversionId }: ExecutedFill): Promise<void> {
  const { customerId, userId } = order;
  const sums = {
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
  };
  const rate = describeRate(price.rate);
  await emit(ctx, fxConverted, { conversionId, customerId, userId, cause: 'auto', ...sums, rate, link: '/auto-fx' });
  const detail = { conversion: conversionId, run: order.runs + 1, ...sums, rate };
  await audit(ctx, 'auto-fx.filled', `auto-fx:${order.id}`, detail);
}

const requestPayment = (
  ctx: Ctx,
  { order, price, conversionId }: ExecutedFill,
  afterFill: PaymentOnFill,
): Promise<void> =>
  emit(ctx, paymentDue, {
    ...toOrderEvent(order),
    conversionId,
    bankholderId: order.toBankholderId,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    afterFill,
    teamApproved: order.isApproved,
  });

async function reportOutcomes(
  ctx: Ctx,
  decided: readonly DecidedOrder[],
  outcomes: readonly OrderUpdate[],
): Promise<void> {
  for (const [i, { order, decision, lastFailure }] of decided.entries()) {
    const outcome = outcomes[i];
    if (!outcome) continue;
    if (decision.kind === 'fail') {
      const isFinal = outcome.state === 'failed_final';
      const { code, message, missing } = decision.failure;
      if (!isFinal && lastFailure === `${code} ${missing}`) continue;
      const againAt = outcome.retryAt?.toISOString() ?? null;
      const waiting = pendingStatusAfter(order, outcome, ctx.now);
      await emit(ctx, orderFailed, { ...toOrderEvent(order), message, isFinal, againAt, waiting });
      await audit(ctx, 'auto-fx.failed', `auto-fx:${order.id}`, { code, missing, isFinal });
    } else if (outcome.state === 'held_offhours' || outcome.state === 'held_service_off') {
      const until = outcome.retryAt?.toISOString() ?? null;
      const waiting = pendingStatusAfter(order, outcome, ctx.now);
      await emit(ctx, orderHeld, { ...toOrderEvent(order), why: outcome.state, until, waiting });
    }
  }
}

const pendingStatusAfter = (order: AutoFxOrder, outcome: OrderUpdate, now: Date) =>
  pendingStatusOf(
    {
      ...order,
      state: outcome.state,
      nextRunAt: outcome.nextRunAt ?? undefined,
      retryAt: outcome.retryAt,
      failure: failureFromRow(outcome),
      approvalExpiresAt: null,
    },
    now,
  );

export const toOrderEvent = (order: AutoFxOrder): OrderEvent => ({
  orderId: order.id,
  customerId: order.customerId,
  userId: order.userId,
  summary: describeOrder(order),
});
