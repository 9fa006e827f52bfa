import type { PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import type { OperationId } from '@larkmere/ledger/types';
import { describeRate } from '@larkmere/money/displayed-rate';
import { formatAmount } from '@larkmere/money/money';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { fxConverted, type Price, recordConversions } from '../conversion/conversion.ts';
import { findAfterFills, insertFills, type OrderUpdate } from './auto-fx.sql.ts';
import { type AutoFxOrder, type OrderEvent, orderFailed, orderHeld, paymentDue } from './auto-fx.ts';
import type { DecidedOrder } from './decide-order.ts';
import { pendingStatusOf } from './order-lifecycle.ts';
import { describeOrder } from './order-outcome.ts';
import { failureFromRow } from './order-row.ts';

export type ExecutedFill = Readonly<{
  order: AutoFxOrder;
  price: Price;
  conversionId: OperationId;
  rateSnapshotId: bigint | null;
}>;

export async function recordFills(ctx: Ctx, fills: readonly ExecutedFill[]): Promise<void> {
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

export async function reportOutcomes(
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
