import type { Question } from '@larkmere/contract/back-office/review';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import {
  recordLook,
  refusePayment,
  releasePayment,
} from '../../apps/api/src/back-office/review/decide-reviewed-payment.ts';
import {
  processReviewTimeouts,
  reviewTimeouts,
} from '../../apps/api/src/back-office/review/process-review-timeouts.ts';
import {
  answerQuestions,
  listQuestions,
  requestInformation,
} from '../../apps/api/src/back-office/review/request-information.ts';
import { importSanctionsList } from '../../apps/api/src/checks/screening/screening.ts';
import { cancelPayment } from '../../apps/api/src/payments/payment/cancel-payment.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { Refusal } from '../../apps/api/src/platform/requests/refusal.ts';
import {
  asCustomer,
  asSystem,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  ukDetails,
} from '../fixtures/base.ts';
import { seedDealer } from '../fixtures/manual-fx.ts';
import { balancesOf, seedSession } from '../fixtures/payment.ts';
import { day, hour, minute } from './clock.ts';
import { createPayment } from './customers.ts';
import { hasSucceeded } from './recalls.ts';
import {
  checkPayment,
  outcomeOf,
  pence,
  processPayment,
  type Scenario,
  type Simulation,
  unlessKilled,
  workerOf,
} from './simulation.ts';

const sanctionedName = 'Balthazar Figmentov';
type Staff = Awaited<ReturnType<typeof seedDealer>>;
export type Reviewers = readonly [Staff, Staff];

export async function createReviewers(db: Db): Promise<Reviewers> {
  await asSystem(db, (ctx) =>
    importSanctionsList(ctx, 'test.csv', [{ entryId: 'DEMO1', name: sanctionedName, regime: 'Made up' }]),
  );
  return [await seedDealer(db, 'compliance'), await seedDealer(db, 'compliance')];
}

const before = '100.00';
const answerDays = 10;
export const questions: Question[] = [{ kind: 'text', text: 'What is this payment for?' }];

type ReviewRun = {
  crashCount: number;
} & Readonly<{
  world: Simulation;
  who: TestUser;
  uid: string;
  staff: Reviewers;
  approvedBy: Set<string>;
}>;

/**
 * A sanctions alert needs two reviewers, who release, refuse or ask the payer. The payer answers twice, late or
 * never, and may cancel.
 */
export async function simulateReview(world: Simulation, staff: Reviewers): Promise<Scenario> {
  const { db, random, clock, customer } = world;
  const who = await seedCustomer(db);
  const session = await seedSession(db, who);
  const account = await seedAccount(db, who, { balance: before });
  const to = await seedPayee(db, who, { ...ukDetails.somchai, name: sanctionedName });
  const [pounds] = customer.pairs;
  const uid = await createPayment(db, { who, session }, { ...pounds, account, to }, `${random.between(2, 90)}.00`);
  const review = { world, who, uid, staff, approvedBy: new Set<string>(), crashCount: 0 };
  const soon = (): number => random.between(minute, random.chance(0.8) ? 2 * day : (answerDays + 3) * day);

  if (random.chance(0.5)) clock.after(random.between(minute, hour), () => ask(review, random.oneOf(staff)));
  if (random.chance(0.4)) clock.after(soon(), () => release(review, staff));
  for (const each of staff) if (random.chance(0.7)) clock.after(soon(), () => release(review, [each, each]));
  if (random.chance(0.2)) clock.after(soon(), () => refuse(review, random.oneOf(staff)));
  if (random.chance(0.15)) clock.after(soon(), () => cancel(review));
  clock.after((answerDays + 1) * day, () => expirePending(review));
  clock.after((answerDays + 5) * day, () => refuse(review, random.oneOf(staff)));
  clock.after((answerDays + 6) * day, () => runJob(db, reviewTimeouts));
  return { check: () => checkReview(review, account) };
}

const stateOf = async ({ world, uid }: ReviewRun): Promise<string> => (await outcomeOf(world, uid)).state;

export async function countSuccesses(works: readonly (() => Promise<unknown>)[]): Promise<number> {
  return (await Promise.allSettled(works.map((work) => work()))).filter(hasSucceeded).length;
}

async function release(review: ReviewRun, by: readonly Staff[]): Promise<void> {
  const { world, uid, approvedBy } = review;
  const before = await stateOf(review);
  for (const [i, outcome] of (await Promise.allSettled(by.map((each) => lookAndRelease(each, uid)))).entries())
    if (hasSucceeded(outcome)) approvedBy.add(by[i]?.id ?? '');
  const gone = before === 'in_review' && (await stateOf(review)) === 'ready';
  expect(gone, `${world.label}: released by ${approvedBy.size}, ${before}`).toBe(
    before === 'in_review' && approvedBy.size === 2,
  );
  if (gone) processPayment(world, uid);
}

/** The look is refused to the first person, and a second time. */
async function look({ act }: Staff, uid: string): Promise<void> {
  await act(recordLook, { uid, outcome: 'release', reason: 'known_pattern' }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

async function lookAndRelease(by: Staff, uid: string): Promise<unknown> {
  await look(by, uid);
  return by.act(releasePayment, { uid, reason: 'documents_in_order' });
}

async function refuse(review: ReviewRun, by: Staff): Promise<void> {
  const { act } = by;
  const isWith = (await stateOf(review)) === 'in_review';
  const overruleReason = 'The payee was reported by another bank.';
  const words = { reasonCode: 'payee_details_invalid', sentence: 'It is somebody else.', overruleReason };
  const refused = { uid: review.uid, ...words };
  await look(by, review.uid);
  expect(await countSuccesses([() => act(refusePayment, refused)]), review.world.label).toBe(isWith ? 1 : 0);
}

async function ask(review: ReviewRun, { act }: Staff): Promise<void> {
  const { random, clock } = review.world;
  if (
    (await countSuccesses([
      () => act(requestInformation, { uid: review.uid, reason: 'purpose_unclear', questions }),
    ])) === 0
  )
    return;
  review.approvedBy.clear();
  if (random.chance(0.7)) clock.after(random.between(minute, (answerDays + 2) * day), () => answer(review));
}

async function answer(review: ReviewRun): Promise<void> {
  const { world, who, uid: id, staff } = review;
  const isAsked = (await stateOf(review)) === 'info_required';
  const { inside } = asCustomer(world.db, who);
  const request = (await inside((ctx) => listQuestions(ctx, { id }))).list[0]?.uid ?? '';
  const answers = [{ number: 1, text: 'A boat' }];
  const click = () => inside((ctx) => answerQuestions(ctx, { id, request, answers, idempotency: v7() }));
  expect(await countSuccesses([click, click]), world.label).toBe(isAsked ? 1 : 0);
  if (isAsked && world.random.chance(0.6))
    world.clock.after(world.random.between(minute, day), () => release(review, staff));
}

async function cancel(review: ReviewRun): Promise<void> {
  const { run } = asCustomer(review.world.db, review.who);
  const mayStill = ['in_review', 'info_required', 'ready'].includes(await stateOf(review));
  const click = () => run(cancelPayment, { id: review.uid, idempotency: v7() });
  expect(await countSuccesses([click, click]), review.world.label).toBe(mayStill ? 1 : 0);
}

async function expirePending(review: ReviewRun): Promise<void> {
  const { world, uid } = review;
  const { db } = world;
  await sql`update payment.payment set next_update_at = now() - interval '1 minute',
      deadline_at = case state when 'info_required' then now() - interval '1 minute' else deadline_at end
    where id = ${uid} and state in ('in_review', 'info_required')`.execute(db);
  const deaths = await Promise.all([runWorkerUntilDone(world), runWorkerUntilDone(world)]);
  review.crashCount += deaths.reduce((sum, each) => sum + each, 0);
}

async function runWorkerUntilDone(world: Simulation): Promise<number> {
  for (let deaths = 0; ; deaths += 1)
    if (await processReviewTimeouts(workerOf(world)).then(() => true, unlessKilled)) return deaths;
}

async function checkReview({ world, uid, crashCount }: ReviewRun, account: BankAccount): Promise<string[]> {
  const { db, label } = world;
  const ending = await outcomeOf(world, uid);
  const words = `${label}: reviewed ${ending.path.join(' → ')}`;
  const hasGone = ending.path.includes('ready');
  const spent = hasGone ? (await checkPayment(world, uid)).spent : 0n;
  if (!hasGone) expect(['rejected', 'expired', 'cancelled'], words).toContain(ending.state);
  const { rows } = await sql`select state from review.request
    where payment_id = ${uid} and state in ('action_required', 'answered')`.execute(db);
  expect(rows, words).toEqual([]);
  const [balance, available] = await balancesOf(db, account);
  expect([pence(before) - pence(balance), available], words).toEqual([spent, balance]);
  const end = `review ${hasGone ? 'gone' : ending.state}${ending.path.includes('info_required') ? ', asked' : ''}`;
  return crashCount > 0 ? [end, 'review worker killed'] : [end];
}
