import type { PaymentState } from '@larkmere/contract/payments/payment';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { deliverRecall } from '../../apps/api/src/payments/execution/deliver-recall.ts';
import { cancelPayment } from '../../apps/api/src/payments/payment/cancel-payment.ts';
import { canRecallBeAnswered } from '../../apps/api/src/payments/payment/payment-lifecycle.ts';
import { recallPayment } from '../../apps/api/src/payments/recall/recall-payment.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { Refusal } from '../../apps/api/src/platform/requests/refusal.ts';
import type { CustomerCtx } from '../../apps/api/src/platform/requests/verb.ts';
import { inSession } from '../fixtures/payment.ts';
import { day, second } from './clock.ts';
import { deliverWithRetry, outcomeOf, type Simulation, transactionOf } from './simulation.ts';

export function simulateCancellation(world: Simulation, uid: string): void {
  const { random, clock } = world;
  if (random.chance(0.08)) clock.after(random.between(0, 20) * second, () => cancel(world, uid));
  if (random.chance(0.12)) {
    const wait = random.chance(0.5) ? random.between(2, 120) * second : random.between(1, 15) * day;
    clock.after(wait, () => recall(world, uid));
  }
}

export const hasSucceeded = (outcome: PromiseSettledResult<unknown>): boolean => {
  if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal);
  return outcome.status === 'fulfilled';
};

async function cancel(world: Simulation, uid: string): Promise<void> {
  const { state, path } = await outcomeOf(world, uid);
  const done = await clickTwice(world, (ctx) => cancelPayment(ctx, { id: uid, idempotency: v7() }));
  expect(done, `${world.label}: cancelled ${path.join(' → ')}`).toBe(state === 'ready' ? 1 : 0);
}

export async function recall(world: Simulation, uid: string): Promise<void> {
  const { state, path } = await outcomeOf(world, uid);
  const asked = await clickTwice(world, (ctx) =>
    recallPayment(ctx, { id: uid, reason: 'duplicate', idempotency: v7() }),
  );
  const isWithBank = ['submitted', 'sent', 'completed'].includes(state);
  expect(asked, `${world.label}: asked back ${path.join(' → ')}`).toBe(isWithBank ? 1 : 0);
  if (!asked) return;
  const send = deliverRecall(world.bank.rail);
  const transaction = transactionOf(world);
  const work = { requestId: 'test', transaction, batchedTransaction: transaction };
  await deliverWithRetry(world, () => send(work, { eventId: 2n, payload: { paymentId: uid } as never }));
}

async function clickTwice({ db, customer }: Simulation, work: (ctx: CustomerCtx) => Promise<unknown>): Promise<number> {
  const actor = inSession(customer.who, customer.session);
  const click = () => inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'test' }));
  return (await Promise.allSettled([click(), click()])).filter(hasSucceeded).length;
}

export async function checkRecall({ db, bank, label }: Simulation, uid: string): Promise<string[]> {
  const { rows } = await sql<{ state: string; instructionId: string; payment: PaymentState }>`
    select r.state, p.instruction_id, p.state as payment from payment.recall r join payment.payment p on p.id = r.payment_id where p.id = ${uid}`.execute(
    db,
  );
  const [recalled] = rows;
  if (!recalled) return [];
  const truth = bank.truthOf(recalled.instructionId);
  const known = truth?.recall ?? 'asked';
  // A payment that failed is not enquired about again, so its recall can stay `asked`.
  const isOver = known === 'pending' && !canRecallBeAnswered(recalled.payment);
  expect([known, ...(isOver ? ['asked'] : [])], `${label}: asked back, ${recalled.payment}`).toContain(recalled.state);
  return [`recall ${recalled.state}`];
}
