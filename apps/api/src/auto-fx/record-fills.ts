import type { AfterFill } from '@larkmere/contract/auto-fx';
import type { OperationId } from '@larkmere/ledger/types';
import { formatAmount } from '@larkmere/money/money';
import { rateText } from '@larkmere/money/rate-text';
import { shortReference } from '../books/books.ts';
import { fxConverted, type Price, recordConversions } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { afterFillsOf, insertFills, type Outcome } from './auto-fx.sql.ts';
import { type Order, type OrderNews, orderFailed, orderHeld, paymentDue } from './auto-fx.ts';
import type { Decided } from './decide-order.ts';
import { sentenceOf } from './order-outcome.ts';
import { failureOf } from './order-row.ts';
import { waitingOf } from './waiting.ts';

export type Filled = Readonly<{ order: Order; price: Price; conversionId: OperationId; tickId: bigint | null }>;

export async function recordFills(ctx: Ctx, fills: readonly Filled[]): Promise<void> {
  const recorded = fills.map((fill) => ({ ...fill, reference: shortReference() }));
  await recordConversions(
    ctx,
    recorded.map(({ order, price, conversionId, reference }) => {
      const { customerId, personId, from, to } = order;
      const deal = { customerId, personId, cause: 'auto', quoteId: null, price, from, to } as const;
      return { id: conversionId, reference, deal };
    }),
  );
  await insertFills(
    ctx.tx,
    fills.map(({ order, conversionId, tickId }) => ({
      orderId: order.id,
      run: order.runs + 1,
      version: order.version,
      customerId: order.customerId,
      conversionId,
      tickId,
    })),
  );
  const afterFills = await afterFillsOf(
    ctx.tx,
    fills.map(({ order }) => order),
  );
  for (const fill of fills) {
    await tellFill(ctx, fill);
    const afterFill = afterFills.get(fill.order.id);
    if (afterFill) await askPayment(ctx, fill, afterFill);
  }
}

async function tellFill(ctx: Ctx, { order, price, conversionId }: Filled): Promise<void> {
  const { customerId, personId } = order;
  const sums = {
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
  };
  const rate = rateText(price.rate);
  await emit(ctx, fxConverted, { conversionId, customerId, personId, cause: 'auto', ...sums, rate, link: '/auto-fx' });
  const detail = { conversion: conversionId, run: order.runs + 1, ...sums, rate };
  await audit(ctx, 'auto-fx.filled', `auto-fx:${order.id}`, detail);
}

const askPayment = (ctx: Ctx, { order, price, conversionId }: Filled, afterFill: AfterFill): Promise<void> =>
  emit(ctx, paymentDue, {
    ...newsOf(order),
    conversionId,
    bankholderId: order.toBankholderId,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    afterFill,
    teamApproved: order.teamApproved,
  });

export async function tellOutcomes(ctx: Ctx, decided: readonly Decided[], outcomes: readonly Outcome[]): Promise<void> {
  for (const [i, { order, decision, lastFailure }] of decided.entries()) {
    const outcome = outcomes[i];
    if (!outcome) continue;
    if (decision.kind === 'fail') {
      const isFinal = outcome.state === 'failed_final';
      const { code, message, missing } = decision.failure;
      if (!isFinal && lastFailure === `${code} ${missing}`) continue;
      const againAt = outcome.again_at?.toISOString() ?? null;
      const waiting = waitingBy(order, outcome, ctx.now);
      await emit(ctx, orderFailed, { ...newsOf(order), message, isFinal, againAt, waiting });
      await audit(ctx, 'auto-fx.failed', `auto-fx:${order.id}`, { code, missing, isFinal });
    } else if (outcome.state === 'held_offhours' || outcome.state === 'held_service_off') {
      const until = outcome.again_at?.toISOString() ?? null;
      const waiting = waitingBy(order, outcome, ctx.now);
      await emit(ctx, orderHeld, { ...newsOf(order), why: outcome.state, until, waiting });
    }
  }
}

const waitingBy = (order: Order, outcome: Outcome, now: Date) =>
  waitingOf(
    {
      ...order,
      state: outcome.state as Order['state'],
      nextRunAt: outcome.next_run_at ?? undefined,
      againAt: outcome.again_at,
      failure: failureOf(outcome),
      askedUntil: null,
    },
    now,
  );

export const newsOf = (order: Order): OrderNews => ({
  orderId: order.id,
  customerId: order.customerId,
  personId: order.personId,
  sentence: sentenceOf(order),
});
