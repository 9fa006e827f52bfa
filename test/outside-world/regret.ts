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

export function regret(world: World, uid: string): void {
  const { random, clock } = world;
  if (random.chance(0.08)) clock.after(random.between(0, 20) * second, () => cancel(world, uid));
  if (random.chance(0.12)) {
    const wait = random.chance(0.5) ? random.between(2, 120) * second : random.between(1, 15) * day;
    clock.after(wait, () => recall(world, uid));
  }
}

export const isDone = (outcome: PromiseSettledResult<unknown>): boolean => {
  if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal);
  return outcome.status === 'fulfilled';
};

async function cancel(world: World, uid: string): Promise<void> {
  const { state, path } = await endingOf(world, uid);
  const done = await twice(world, (ctx) => cancelPayment(ctx, { id: uid, idempotency: v7() }));
  expect(done, `${world.told}: cancelled ${path.join(' → ')}`).toBe(state === 'ready' ? 1 : 0);
}

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

async function twice({ db, people }: World, work: (ctx: CustomerCtx) => Promise<unknown>): Promise<number> {
  const actor = inSession(people.who, people.session);
  const click = () => inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'test' }));
  return (await Promise.allSettled([click(), click()])).filter(isDone).length;
}

export async function judgeRecall({ db, bank, told }: World, uid: string): Promise<string[]> {
  const { rows } = await sql<{ state: string; instruction_id: string; payment: PaymentState }>`
    select r.state, p.instruction_id, p.state as payment from payment.recall r join payment.payment p on p.id = r.payment_id where p.id = ${uid}`.execute(
    db,
  );
  const [recalled] = rows;
  if (!recalled) return [];
  const truth = bank.truthOf(recalled.instruction_id);
  const known = truth?.recall ?? 'asked';
  // A payment that failed is not enquired about again, so its recall can stay `asked`.
  const isOver = known === 'pending' && !mayBeAnswered(recalled.payment);
  expect([known, ...(isOver ? ['asked'] : [])], `${told}: asked back, ${recalled.payment}`).toContain(recalled.state);
  return [`recall ${recalled.state}`];
}
