import { runBatched } from '../../platform/batching/batch-context.ts';
import { withBatch } from '../../platform/batching/group-commit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findPaymentOfSource, lockPayer } from '../payment/payment.sql.ts';
import type { Payer, Payment } from '../payment/payment.ts';
import { BatchAllowance } from './batch-allowance.ts';
import { decideOrder, loadOrderFacts } from './check-order.ts';
import type { PaymentOrder } from './payment-order.ts';
import { persistPayment } from './persist-payment.ts';

/**
 * Creates many payments of one payer from an automated source, with one ledger call for all holds. Each order is
 * decided as if the earlier ones existed. Returns the payment ids in order; a refusal affects only its own order.
 */
export const createPaymentBatch = (
  ctx: Ctx,
  payer: Payer,
  orders: readonly PaymentOrder[],
): Promise<PromiseSettledResult<string>[]> =>
  withBatch(ctx.tx, async (tx) => {
    const shared = { ...ctx, tx };
    await lockPayer(tx, payer.customerId);
    const before = await Promise.all(
      orders.map(async ({ source }) => source && (await findPaymentOfSource(tx, source))),
    );
    const others = new BatchAllowance();
    const read = await Promise.allSettled(
      orders.map(async (order, i) => (before[i] ? undefined : await loadOrderFacts(shared, payer, order))),
    );
    const makings = read.map((facts, i) => async (): Promise<string> => {
      const order = orders[i] as PaymentOrder;
      if (facts.status === 'rejected') throw facts.reason;
      if (!facts.value) return (before[i] as Payment).id;
      const checked = decideOrder(facts.value, order, others);
      return (await persistPayment(shared, payer, order, checked).catch(failBatch)).id;
    });
    const outcomes = await runBatched(tx, makings);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason;
    return outcomes;
  });

/** Writes shared by a batch cannot be undone for one payment alone. */
function failBatch(cause: unknown): never {
  throw cause instanceof Refusal ? new Error('a payment was refused while it was written', { cause }) : cause;
}
