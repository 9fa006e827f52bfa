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
 * As `makePayment`, for many orders of one payer that something else than the payer asks for, such as the rows of a file:
 * one call to the ledger holds the money of all, and what is written beside it is written for all at once. Each is decided
 * as if those before it in the list were made already. Answers the payments' ids in the order of the orders; a refusal
 * costs the others nothing.
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

/** What was written for others as well cannot be taken back alone, whatever the reason. */
function undo(cause: unknown): never {
  throw cause instanceof Refusal ? new Error('a payment was refused while it was written', { cause }) : cause;
}
