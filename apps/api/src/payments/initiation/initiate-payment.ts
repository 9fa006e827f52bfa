import type { ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import type { Principal } from '../../customers/customer/customer.ts';
import { runBatched } from '../../platform/batching/batch-context.ts';
import { withBatch } from '../../platform/batching/group-commit.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findPaymentOfSource, lockPayer } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { paymentApproval } from './approval-handler.ts';
import { BatchAllowance } from './batch-allowance.ts';
import { type CheckedOrder, decideOrder, loadOrderFacts } from './check-order.ts';
import { deferExchange } from './deferred-exchange.ts';
import { type PaymentOrder, recordedSource, type UnattendedOrder } from './payment-order.ts';
import { persistPayment } from './persist-payment.ts';

export type InitiatedPayment = Readonly<{
  payment: Payment;
  bankholderId: string;
  /** Undefined if the source made this payment before. */
  created?: Readonly<{ order: PaymentOrder; checked: CheckedOrder; approvalRequest: ApprovalRequestSummary | null }>;
}>;

/**
 * Starts a payment of any source inside the caller's transaction, or refuses and leaves nothing behind. A scheduled
 * payment holds no money and comes again on its day. A source that retries gets its first payment back.
 */
export async function initiatePayment(ctx: Ctx, payer: Principal, wanted: PaymentOrder): Promise<InitiatedPayment> {
  const bankholderId = wanted.sourceBankholderId;
  const [, before] = await pipeline(lockPayer(ctx.tx, payer.customerId), findEarlierPayment(ctx, wanted));
  if (before) return { payment: before, bankholderId };
  const order = await deferExchange(ctx, payer, wanted);
  const facts = await loadOrderFacts(ctx, payer, order);
  const checked = decideOrder(facts, order, new BatchAllowance());
  const payment = await persistPayment(ctx, payer, order, checked);
  const { approvalRequirements: requirements } = checked;
  const approvalRequest = await paymentApproval.request(ctx, {
    id: payment.id,
    item: payment,
    maker: payer,
    requirements,
  });
  return { payment, bankholderId, created: { order, checked, approvalRequest } };
}

/**
 * The same steps for many payments of one payer, with one ledger call for all holds. Each order is decided as if the
 * earlier ones existed. Returns the payment ids in order; a refusal affects only its own order.
 */
export const initiatePaymentBatch = (
  ctx: Ctx,
  payer: Principal,
  orders: readonly UnattendedOrder[],
): Promise<PromiseSettledResult<string>[]> =>
  withBatch(ctx.tx, async (tx) => {
    const shared = { ...ctx, tx };
    await lockPayer(tx, payer.customerId);
    const before = await Promise.all(orders.map((order) => findEarlierPayment(shared, order)));
    const read = await Promise.allSettled(
      orders.map(async (order, i) => (before[i] ? undefined : await loadOrderFacts(shared, payer, order))),
    );
    const allowance = new BatchAllowance();
    const works = read.map((facts, i) => async (): Promise<string> => {
      const order = orders[i] as UnattendedOrder;
      if (facts.status === 'rejected') throw facts.reason;
      if (!facts.value) return (before[i] as Payment).id;
      const checked = decideOrder(facts.value, order, allowance);
      return (await persistPayment(shared, payer, order, checked).catch(failBatch)).id;
    });
    const outcomes = await runBatched(tx, works);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason;
    return outcomes;
  });

async function findEarlierPayment({ tx }: Ctx, order: PaymentOrder): Promise<Payment | undefined> {
  const source = recordedSource(order);
  return source && findPaymentOfSource(tx, source);
}

/** Writes shared by a batch cannot be undone for one payment alone. */
function failBatch(cause: unknown): never {
  throw cause instanceof Refusal ? new Error('a payment was refused while it was written', { cause }) : cause;
}
