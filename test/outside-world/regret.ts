import type { PaymentState } from '@larkmere/contract/payment';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { Refusal } from '../../apps/api/src/kernel/refusal.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import type { CustomerCtx } from '../../apps/api/src/kernel/verb.ts';
import { cancelPayment } from '../../apps/api/src/payment/cancel-payment.ts';
import { deliverRecall } from '../../apps/api/src/payment/deliver-recall.ts';
import { mayBeAnswered } from '../../apps/api/src/payment/recall.ts';
import { recallPayment } from '../../apps/api/src/payment/recall-payment.ts';
import { inSession } from '../given-payment.ts';
import { day, second } from './clock.ts';
import { deliver, endingOf, transactionOf, type World } from './world.ts';

/** Two clicks at once of a customer who wants a payment back: while nothing left it is cancelled, later asked back, or it is too late. */
export function regret(world: World, uid: string): void {
  const { random, clock } = world;
  if (random.chance(0.08)) clock.after(random.between(0, 20) * second, () => cancel(world, uid));
  if (random.chance(0.12)) {
    const wait = random.chance(0.5) ? random.between(2, 120) * second : random.between(1, 15) * day;
    clock.after(wait, () => recall(world, uid));
  }
}

/** Whether one of several clicks did something; if it did not, it was refused. */
export const isDone = (outcome: PromiseSettledResult<unknown>): boolean => {
  if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal);
  return outcome.status === 'fulfilled';
};

async function cancel(world: World, uid: string): Promise<void> {
  const { state, path } = await endingOf(world, uid);
  const done = await twice(world, (ctx) => cancelPayment(ctx, { id: uid, idempotency: v7() }));
  expect(done, `${world.told}: cancelled ${path.join(' → ')}`).toBe(state === 'ready' ? 1 : 0);
}

/** Two clicks at once of a payer who wants it back; while it is with the bank one of them asks for that. */
export async function recall(world: World, uid: string): Promise<void> {
  const { state, path } = await endingOf(world, uid);
  const asked = await twice(world, (ctx) => recallPayment(ctx, { id: uid, reason: 'duplicate', idempotency: v7() }));
  const isWithBank = ['submitted', 'sent', 'completed'].includes(state);
  expect(asked, `${world.told}: asked back ${path.join(' → ')}`).toBe(isWithBank ? 1 : 0);
  if (!asked) return;
  const send = deliverRecall(() => world.bank.rail);
  const transaction = transactionOf(world);
  const work = { requestId: 'test', transaction, withOthers: transaction };
  await deliver(world, () => send(work, { eventId: 2n, payload: { paymentId: uid } as never }));
}

/** Two clicks at once; how many of them did something. */
async function twice({ db, people }: World, work: (ctx: CustomerCtx) => Promise<unknown>): Promise<number> {
  const actor = inSession(people.who, people.session);
  const click = () => inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'test' }));
  return (await Promise.allSettled([click(), click()])).filter(isDone).length;
}

/** What we know of a wish to have a payment back is what the bank said last of it, and no money moved on it alone. */
export async function judgeRecall({ db, bank, told }: World, uid: string): Promise<string[]> {
  const { rows } = await sql<{ state: string; instruction_id: string; payment: PaymentState }>`
    select r.state, p.instruction_id, p.state as payment from payment.recall r join payment.payment p on p.id = r.payment_id where p.id = ${uid}`.execute(
    db,
  );
  const [recalled] = rows;
  if (!recalled) return [];
  const truth = bank.truthOf(recalled.instruction_id);
  const known = truth?.recall ?? 'asked';
  // Of a payment that came to nothing it is not asked again whether the wish arrived.
  const isOver = known === 'pending' && !mayBeAnswered(recalled.payment);
  expect([known, ...(isOver ? ['asked'] : [])], `${told}: asked back, ${recalled.payment}`).toContain(recalled.state);
  return [`recall ${recalled.state}`];
}
