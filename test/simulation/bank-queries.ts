import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import {
  refusePayment,
  releasePayment,
  settleConflict,
} from '../../apps/api/src/back-office/review/decide-reviewed-payment.ts';
import { reviewTimeouts } from '../../apps/api/src/back-office/review/process-review-timeouts.ts';
import {
  answerQuestions,
  listQuestions,
  requestInformation,
} from '../../apps/api/src/back-office/review/request-information.ts';
import { cancelPayment } from '../../apps/api/src/payments/payment/cancel-payment.ts';
import { asCustomer, runJob, seedCustomer, type TestUser } from '../fixtures/base.ts';
import { balancesOf, seedSession } from '../fixtures/payment.ts';
import { day, hour, minute, second } from './clock.ts';
import { payCrossCurrency } from './cross-currency.ts';
import { createPayment, createPaymentPair } from './customers.ts';
import { someAmount } from './random.ts';
import { checkRecall, recall } from './recalls.ts';
import { countSuccesses, questions, type Reviewers } from './reviews.ts';
import { checkPayment, outcomeOf, pence, processPayment, type Scenario, type Simulation } from './simulation.ts';

type QueriedPayment = Readonly<{
  world: Simulation;
  who: TestUser;
  uid: string;
  staff: Reviewers[number];
  colleague: Reviewers[number];
}>;

const before = '40000.00';

/**
 * The bank asks for information about a payment, perhaps repeatedly, and may later report it as settled, truthfully
 * or not. Staff resubmit, ask the payer, refuse or settle it; the payer may cancel or recall it.
 */
export async function simulateBankQuery(world: Simulation, [staff, colleague]: Reviewers): Promise<Scenario> {
  const { db, random, clock } = world;
  const who = await seedCustomer(db);
  const people = { ...world.customer, who, session: await seedSession(db, who) };
  const route = await createPaymentPair(db, who, random, before);
  const amount = someAmount(random);
  const uid =
    route.rateMode === undefined
      ? await createPayment(db, people, route, amount)
      : await payCrossCurrency(db, people, route, amount, random.oneOf(['sell', 'buy']));
  const asked = { world: { ...world, customer: people }, who, uid, staff, colleague };
  world.bank.queryPayment((await outcomeOf(world, uid)).reference);
  processPayment(world, uid);
  if (random.chance(0.15)) clock.after(random.between(2, 60) * second, () => recallOnce(asked));
  if (random.chance(0.5)) clock.after(random.between(minute, 10 * day), () => settleQueriedOrder(asked));
  scheduleStaffVisit(asked);
  clock.after(45 * day, () => expirePending(asked));
  clock.after(46 * day, () => forceDecision(asked));
  return { check: () => checkQueriedPayment(asked, route.account) };
}

async function recallOnce({ world, uid }: QueriedPayment): Promise<void> {
  if (['submitted', 'sent'].includes((await outcomeOf(world, uid)).state)) await recall(world, uid);
}

async function settleQueriedOrder({ world, uid }: QueriedPayment): Promise<void> {
  const { reference, state, rejectedAttempts, hasStatusConflict } = await outcomeOf(world, uid);
  const waits = ['in_review', 'info_required', 'ready'].includes(state) && !hasStatusConflict;
  if (waits && world.bank.ordersOf(reference).length === rejectedAttempts) await world.bank.settleQueried(reference);
}

function scheduleStaffVisit(asked: QueriedPayment): void {
  const { random, clock } = asked.world;
  clock.after(random.chance(0.6) ? random.between(minute, day) : random.between(2, 12) * day, () =>
    visitAsStaff(asked),
  );
}

async function visitAsStaff(asked: QueriedPayment): Promise<void> {
  const { world, uid } = asked;
  const { random } = world;
  const { state, hasStatusConflict } = await outcomeOf(world, uid);
  if (['completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired'].includes(state)) return;
  const deed = random.draw();
  if (random.chance(0.06)) await cancel(asked);
  else if (state === 'in_review' && deed < 0.3) await (hasStatusConflict ? settle(asked) : askPayer(asked));
  else if (state === 'in_review' && deed < 0.9) await release(asked);
  else if (state === 'in_review') await refuse(asked);
  if (world.clock.elapsed() < 44 * day) scheduleStaffVisit(asked);
}

/** Two clicks at once: exactly one succeeds, and none while the bank reports the payment as settled. */
async function release(asked: QueriedPayment): Promise<void> {
  const { world, uid, staff } = asked;
  const { attempt, hasStatusConflict } = await outcomeOf(world, uid);
  const said = { uid, reason: 'answers_in_order', answer: 'Rent of May' };
  const click = () => staff.act(releasePayment, said);
  const done = await countSuccesses([click, click]);
  expect(done, world.label).toBe(hasStatusConflict ? 0 : 1);
  if (done === 1) processPayment(world, uid, attempt);
}

async function refuse({ world, uid, staff }: QueriedPayment): Promise<void> {
  const { hasStatusConflict } = await outcomeOf(world, uid);
  const refused = { uid, reasonCode: 'extra_checks', sentence: 'The bank cannot make this payment.' };
  const click = () => staff.act(refusePayment, refused);
  expect(await countSuccesses([click, click]), world.label).toBe(hasStatusConflict ? 0 : 1);
}

/** Two members of staff check the bank's statement and do not rely on the bank's report alone. */
async function settle({ world, uid, staff, colleague }: QueriedPayment): Promise<void> {
  const { reference } = await outcomeOf(world, uid);
  const paid = world.bank.ordersOf(reference).find(({ settledTimes }) => settledTimes > 0);
  const stated = {
    uid,
    paidInstruction: paid?.order.instructionId ?? null,
    note: 'The statement of the bank shows it.',
  };
  await staff.act(settleConflict, stated);
  const click = () => colleague.act(settleConflict, stated);
  expect(await countSuccesses([click, click]), world.label).toBe(1);
}

async function forceDecision(asked: QueriedPayment): Promise<void> {
  const { state, hasStatusConflict } = await outcomeOf(asked.world, asked.uid);
  if (state !== 'in_review') return;
  await (hasStatusConflict ? settle(asked) : refuse(asked));
  asked.world.clock.after(day, () => forceDecision(asked));
}

async function cancel({ world, who, uid }: QueriedPayment): Promise<void> {
  const { state, hasStatusConflict } = await outcomeOf(world, uid);
  const mayStill = !hasStatusConflict && ['in_review', 'info_required', 'ready'].includes(state);
  const click = () => asCustomer(world.db, who).run(cancelPayment, { id: uid, idempotency: v7() });
  expect(await countSuccesses([click, click]), world.label).toBe(mayStill ? 1 : 0);
}

async function askPayer(asked: QueriedPayment): Promise<void> {
  const { world, uid, staff } = asked;
  const { random, clock } = world;
  await staff.act(requestInformation, { uid, reason: 'bank_asks', questions });
  if (random.chance(0.8)) clock.after(random.between(minute, 20 * hour), () => answer(asked));
}

async function answer({ world, who, uid: id }: QueriedPayment): Promise<void> {
  const isAsked = (await outcomeOf(world, id)).state === 'info_required';
  const { inside } = asCustomer(world.db, who);
  const request = (await inside((ctx) => listQuestions(ctx, { id }))).list[0]?.uid ?? '';
  const answers = [{ number: 1, text: 'A boat' }];
  const click = () => inside((ctx) => answerQuestions(ctx, { id, request, answers, idempotency: v7() }));
  const done = await countSuccesses([click, click]);
  if (isAsked) expect(done, world.label).toBe(1);
}

async function expirePending({ world: { db }, uid }: QueriedPayment): Promise<void> {
  await sql`update payment.payment set deadline_at = now() - interval '1 minute'
    where id = ${uid} and state = 'info_required'`.execute(db);
  await runJob(db, reviewTimeouts);
}

async function checkQueriedPayment({ world, uid }: QueriedPayment, account: BankAccount): Promise<string[]> {
  const { state, rejectedAttempts, path, wasContradicted, spent } = await checkPayment(world, uid);
  const words = `${world.label}: asked ${path.join(' → ')}`;
  const [balance, available] = await balancesOf(world.db, account);
  expect([pence(before) - pence(balance), available], words).toEqual([spent, balance]);
  if (rejectedAttempts === 0) return [`asked ${state} before`, ...(await checkRecall(world, uid))];
  const gone = state === 'completed' || state === 'returned';
  return [
    `asked ${gone ? 'gone' : state}`,
    ...(gone && path.includes('info_required') ? ['asked gone, payer asked'] : []),
    ...(rejectedAttempts > 1 ? ['asked twice'] : []),
    ...(path.some((step, i) => step === 'sent' && path[i - 1] === 'in_review') ? [`asked made, ${state}`] : []),
    ...(wasContradicted ? [`asked denied, ${gone ? 'gone' : 'not gone'}`] : []),
    ...(await checkRecall(world, uid)),
  ];
}
