import type { Question } from '@larkmere/contract/review';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/bank-account/bank-account.ts';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { cancelPayment } from '../../apps/api/src/payment/cancel-payment.ts';
import { answerQuestions, listQuestions } from '../../apps/api/src/review/answer-questions.ts';
import { askCustomer } from '../../apps/api/src/review/ask-customer.ts';
import { refusePayment } from '../../apps/api/src/review/refuse-payment.ts';
import { releasePayment } from '../../apps/api/src/review/release-payment.ts';
import { tendAll, tendReviews } from '../../apps/api/src/review/tend-reviews.ts';
import { importList } from '../../apps/api/src/screening/screening.ts';
import { asCustomer, asSystem, type Given, givenAccount, givenCustomer, givenPayee, ukDetails } from '../given.ts';
import { givenDealer } from '../given-deal.ts';
import { givenSession, standingOf } from '../given-payment.ts';
import { day, hour, minute } from './clock.ts';
import { pay } from './people.ts';
import { isDone } from './regret.ts';
import { endingOf, follow, handsOf, judge, pence, type Story, unlessKilled, type World } from './world.ts';

const listed = 'Balthazar Figmentov';
type Staff = Awaited<ReturnType<typeof givenDealer>>;
export type Reviewers = readonly [Staff, Staff];

export async function openReviews(db: Db): Promise<Reviewers> {
  await asSystem(db, (ctx) => importList(ctx, 'test.csv', [{ entryId: 'DEMO1', name: listed, regime: 'Made up' }]));
  return [await givenDealer(db, 'compliance'), await givenDealer(db, 'compliance')];
}

const before = '100.00';
const answerDays = 10;
export const questions: Question[] = [{ kind: 'text', text: 'What is this payment for?' }];

type Reviewed = {
  deaths: number;
} & Readonly<{
  world: World;
  who: Given;
  uid: string;
  staff: Reviewers;
  said: Set<string>;
}>;

/**
 * A sanctions alert needs two reviewers, who release, refuse or ask the payer. The payer answers twice, late or
 * never, and may cancel.
 */
export async function raiseReview(world: World, staff: Reviewers): Promise<Story> {
  const { db, random, clock, people } = world;
  const who = await givenCustomer(db);
  const session = await givenSession(db, who);
  const account = await givenAccount(db, who, { balance: before });
  const to = await givenPayee(db, who, { ...ukDetails.somchai, name: listed });
  const [pounds] = people.routes;
  const uid = await pay(db, { who, session }, { ...pounds, account, to }, `${random.between(2, 90)}.00`);
  const review = { world, who, uid, staff, said: new Set<string>(), deaths: 0 };
  const soon = (): number => random.between(minute, random.chance(0.8) ? 2 * day : (answerDays + 3) * day);

  if (random.chance(0.5)) clock.after(random.between(minute, hour), () => ask(review, random.oneOf(staff)));
  if (random.chance(0.4)) clock.after(soon(), () => release(review, staff));
  for (const each of staff) if (random.chance(0.7)) clock.after(soon(), () => release(review, [each, each]));
  if (random.chance(0.2)) clock.after(soon(), () => refuse(review, random.oneOf(staff)));
  if (random.chance(0.15)) clock.after(soon(), () => cancel(review));
  clock.after((answerDays + 1) * day, () => timeIsUp(review));
  clock.after((answerDays + 5) * day, () => refuse(review, random.oneOf(staff)));
  clock.after((answerDays + 6) * day, () => tendReviews(db));
  return { judge: () => judgeReview(review, account) };
}

const stateOf = async ({ world, uid }: Reviewed): Promise<string> => (await endingOf(world, uid)).state;

export async function tries(works: readonly (() => Promise<unknown>)[]): Promise<number> {
  return (await Promise.allSettled(works.map((work) => work()))).filter(isDone).length;
}

async function release(review: Reviewed, by: readonly Staff[]): Promise<void> {
  const { world, uid, said } = review;
  const before = await stateOf(review);
  for (const [i, outcome] of (
    await Promise.allSettled(by.map(({ act }) => act(releasePayment, { uid, reason: 'documents_in_order' })))
  ).entries())
    if (isDone(outcome)) said.add(by[i]?.id ?? '');
  const gone = before === 'in_review' && (await stateOf(review)) === 'ready';
  expect(gone, `${world.told}: released by ${said.size}, ${before}`).toBe(before === 'in_review' && said.size === 2);
  if (gone) follow(world, uid);
}

async function refuse(review: Reviewed, { act }: Staff): Promise<void> {
  const isWith = (await stateOf(review)) === 'in_review';
  const refused = { uid: review.uid, reasonCode: 'payee_details_invalid', sentence: 'It is somebody else.' };
  expect(await tries([() => act(refusePayment, refused)]), review.world.told).toBe(isWith ? 1 : 0);
}

async function ask(review: Reviewed, { act }: Staff): Promise<void> {
  const { random, clock } = review.world;
  if ((await tries([() => act(askCustomer, { uid: review.uid, questions })])) === 0) return;
  review.said.clear();
  if (random.chance(0.7)) clock.after(random.between(minute, (answerDays + 2) * day), () => answer(review));
}

async function answer(review: Reviewed): Promise<void> {
  const { world, who, uid: id, staff } = review;
  const isAsked = (await stateOf(review)) === 'info_required';
  const { inside } = asCustomer(world.db, who);
  const request = (await inside((ctx) => listQuestions(ctx, { id }))).list[0]?.uid ?? '';
  const answers = [{ number: 1, text: 'A boat' }];
  const click = () => inside((ctx) => answerQuestions(ctx, { id, request, answers, idempotency: v7() }));
  expect(await tries([click, click]), world.told).toBe(isAsked ? 1 : 0);
  if (isAsked && world.random.chance(0.6))
    world.clock.after(world.random.between(minute, day), () => release(review, staff));
}

async function cancel(review: Reviewed): Promise<void> {
  const { run } = asCustomer(review.world.db, review.who);
  const mayStill = ['in_review', 'info_required', 'ready'].includes(await stateOf(review));
  const click = () => run(cancelPayment, { id: review.uid, idempotency: v7() });
  expect(await tries([click, click]), review.world.told).toBe(mayStill ? 1 : 0);
}

async function timeIsUp(review: Reviewed): Promise<void> {
  const { world, uid } = review;
  const { db } = world;
  await sql`update payment.payment set next_update_at = now() - interval '1 minute',
      deadline_at = case state when 'info_required' then now() - interval '1 minute' else deadline_at end
    where id = ${uid} and state in ('in_review', 'info_required')`.execute(db);
  const deaths = await Promise.all([tendUntilDone(world), tendUntilDone(world)]);
  review.deaths += deaths.reduce((sum, each) => sum + each, 0);
}

async function tendUntilDone(world: World): Promise<number> {
  const { alone } = handsOf(world);
  for (let deaths = 0; ; deaths += 1) if (await tendAll(alone).then(() => true, unlessKilled)) return deaths;
}

async function judgeReview({ world, uid, deaths }: Reviewed, account: BankAccount): Promise<string[]> {
  const { db, told } = world;
  const ending = await endingOf(world, uid);
  const words = `${told}: reviewed ${ending.path.join(' → ')}`;
  const hasGone = ending.path.includes('ready');
  const spent = hasGone ? (await judge(world, uid)).spent : 0n;
  if (!hasGone) expect(['rejected', 'expired', 'cancelled'], words).toContain(ending.state);
  const { rows } = await sql`select state from review.request
    where payment_id = ${uid} and state in ('action_required', 'answered')`.execute(db);
  expect(rows, words).toEqual([]);
  const [balance, available] = await standingOf(db, account);
  expect([pence(before) - pence(balance), available], words).toEqual([spent, balance]);
  const end = `review ${hasGone ? 'gone' : ending.state}${ending.path.includes('info_required') ? ', asked' : ''}`;
  return deaths > 0 ? [end, 'review worker killed'] : [end];
}
