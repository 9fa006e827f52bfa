import { inCompany } from '../kernel/company.ts';
import { Refusal } from '../kernel/refusal.ts';
import { sharing } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import { bookPayment } from './book-payment.ts';
import { judgeOrder, readOrder } from './check-order.ts';
import { Others } from './others.ts';
import { findPaymentOfSource, lockPayer } from './payment.sql.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';

/**
 * Creates many payments of one payer from an automated source, with one ledger call for all holds. Each order is
 * decided as if the earlier ones existed. Returns the payment ids in order; a refusal affects only its own order.
 */
export const makeMany = (
  ctx: Ctx,
  payer: Payer,
  orders: readonly PaymentOrder[],
): Promise<PromiseSettledResult<string>[]> =>
  sharing(ctx.tx, async (tx) => {
    const shared = { ...ctx, tx };
    await lockPayer(tx, payer.customerId);
    const before = await Promise.all(
      orders.map(async ({ source }) => source && (await findPaymentOfSource(tx, source))),
    );
    const others = new Others();
    const read = await Promise.allSettled(
      orders.map(async (order, i) => (before[i] ? undefined : await readOrder(shared, payer, order))),
    );
    const makings = read.map((facts, i) => async (): Promise<string> => {
      const order = orders[i] as PaymentOrder;
      if (facts.status === 'rejected') throw facts.reason;
      if (!facts.value) return (before[i] as Payment).id;
      const checked = judgeOrder(facts.value, order, others);
      return (await bookPayment(shared, payer, order, checked).catch(undo)).id;
    });
    const outcomes = await inCompany(tx, makings);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason;
    return outcomes;
  });

/** Writes shared by a batch cannot be undone for one payment alone. */
function undo(cause: unknown): never {
  throw cause instanceof Refusal ? new Error('a payment was refused while it was written', { cause }) : cause;
}
