import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/bank-account/bank-account.ts';
import { cancelPayment } from '../../apps/api/src/payment/cancel-payment.ts';
import { answerQuestions, listQuestions } from '../../apps/api/src/review/answer-questions.ts';
import { askCustomer } from '../../apps/api/src/review/ask-customer.ts';
import { refusePayment } from '../../apps/api/src/review/refuse-payment.ts';
import { releasePayment } from '../../apps/api/src/review/release-payment.ts';
import { settlePaidOut } from '../../apps/api/src/review/settle-payment.ts';
import { tendReviews } from '../../apps/api/src/review/tend-reviews.ts';
import { asCustomer, type Given, givenCustomer } from '../given.ts';
import { givenSession, standingOf } from '../given-payment.ts';
import { payAcross } from './across.ts';
import { day, hour, minute, second } from './clock.ts';
import { givenRoute, pay } from './people.ts';
import { someAmount } from './random.ts';
import { judgeRecall, recall } from './regret.ts';
import { questions, type Reviewers, tries } from './reviewed.ts';
import { endingOf, follow, judge, pence, type Story, type World } from './world.ts';

type Asked = Readonly<{ world: World; who: Given; uid: string; staff: Reviewers[number] }>;

const before = '40000.00';

/**
 * The bank asks for information about a payment, perhaps repeatedly, and may later report it as settled, truthfully
 * or not. Staff resubmit, ask the payer, refuse or settle it; the payer may cancel or recall it.
 */
export async function hearQuestion(world: World, [staff]: Reviewers): Promise<Story> {
  const { db, random, clock } = world;
  const who = await givenCustomer(db);
  const people = { ...world.people, who, session: await givenSession(db, who) };
  const route = await givenRoute(db, who, random, before);
  const amount = someAmount(random);
  const uid =
    route.across === undefined
      ? await pay(db, people, route, amount)
      : await payAcross(db, people, route, amount, random.oneOf(['sell', 'buy']));
  const asked = { world: { ...world, people }, who, uid, staff };
  world.bank.wonder((await endingOf(world, uid)).reference);
  follow(world, uid);
  if (random.chance(0.15)) clock.after(random.between(2, 60) * second, () => recallOnce(asked));
  if (random.chance(0.5)) clock.after(random.between(minute, 10 * day), () => makeAfterAll(asked));
  lookLater(asked);
  clock.after(45 * day, () => timeIsUp(asked));
  clock.after(46 * day, () => decideAtLast(asked));
  return { judge: () => judgeAsked(asked, route.account) };
}

async function recallOnce({ world, uid }: Asked): Promise<void> {
  if (['submitted', 'sent'].includes((await endingOf(world, uid)).state)) await recall(world, uid);
}

async function makeAfterAll({ world, uid }: Asked): Promise<void> {
  const { reference, state, given_back, held_back } = await endingOf(world, uid);
  const waits = ['in_review', 'info_required', 'ready'].includes(state) && !held_back;
  if (waits && world.bank.ordersOf(reference).length === given_back) await world.bank.makeAfterAll(reference);
}

function lookLater(asked: Asked): void {
  const { random, clock } = asked.world;
  clock.after(random.chance(0.6) ? random.between(minute, day) : random.between(2, 12) * day, () => look(asked));
}

async function look(asked: Asked): Promise<void> {
  const { world, uid } = asked;
  const { random } = world;
  const { state, held_back } = await endingOf(world, uid);
  if (['completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired'].includes(state)) return;
  const deed = random.draw();
  if (random.chance(0.06)) await cancel(asked);
  else if (state === 'in_review' && deed < 0.3) await (held_back ? settle(asked) : ask(asked));
  else if (state === 'in_review' && deed < 0.9) await release(asked);
  else if (state === 'in_review') await refuse(asked);
  if (world.clock.elapsed() < 44 * day) lookLater(asked);
}

/** Two clicks at once: exactly one succeeds, and none while the bank reports the payment as settled. */
async function release(asked: Asked): Promise<void> {
  const { world, uid, staff } = asked;
  const { attempt, held_back } = await endingOf(world, uid);
  const said = { uid, reason: 'answers_in_order', answer: 'Rent of May' };
  const click = () => staff.act(releasePayment, said);
  const done = await tries([click, click]);
  expect(done, world.told).toBe(held_back ? 0 : 1);
  if (done === 1) follow(world, uid, attempt);
}

async function refuse({ world, uid, staff }: Asked): Promise<void> {
  const { held_back } = await endingOf(world, uid);
  const refused = { uid, reasonCode: 'extra_checks', sentence: 'The bank cannot make this payment.' };
  const click = () => staff.act(refusePayment, refused);
  expect(await tries([click, click]), world.told).toBe(held_back ? 0 : 1);
}

/** Staff check the bank's statement first and do not settle a payment on the bank's report alone. */
async function settle({ world, uid, staff }: Asked): Promise<void> {
  const { reference } = await endingOf(world, uid);
  if (!world.bank.ordersOf(reference).some(({ settledTimes }) => settledTimes > 0)) return;
  const click = () => staff.act(settlePaidOut, { uid, note: 'The statement of the bank has it.' });
  expect(await tries([click, click]), world.told).toBe(1);
}

async function decideAtLast(asked: Asked): Promise<void> {
  const { state, held_back } = await endingOf(asked.world, asked.uid);
  if (state !== 'in_review') return;
  await (held_back ? settle(asked) : refuse(asked));
  asked.world.clock.after(day, () => decideAtLast(asked));
}

async function cancel({ world, who, uid }: Asked): Promise<void> {
  const { state, held_back } = await endingOf(world, uid);
  const mayStill = !held_back && ['in_review', 'info_required', 'ready'].includes(state);
  const click = () => asCustomer(world.db, who).run(cancelPayment, { id: uid, idempotency: v7() });
  expect(await tries([click, click]), world.told).toBe(mayStill ? 1 : 0);
}

async function ask(asked: Asked): Promise<void> {
  const { world, uid, staff } = asked;
  const { random, clock } = world;
  await staff.act(askCustomer, { uid, questions });
  if (random.chance(0.8)) clock.after(random.between(minute, 20 * hour), () => answer(asked));
}

async function answer({ world, who, uid: id }: Asked): Promise<void> {
  const isAsked = (await endingOf(world, id)).state === 'info_required';
  const { inside } = asCustomer(world.db, who);
  const request = (await inside((ctx) => listQuestions(ctx, { id }))).list[0]?.uid ?? '';
  const answers = [{ number: 1, text: 'A boat' }];
  const click = () => inside((ctx) => answerQuestions(ctx, { id, request, answers, idempotency: v7() }));
  const done = await tries([click, click]);
  if (isAsked) expect(done, world.told).toBe(1);
}

async function timeIsUp({ world: { db }, uid }: Asked): Promise<void> {
  await sql`update payment.payment set deadline_at = now() - interval '1 minute'
    where id = ${uid} and state = 'info_required'`.execute(db);
  await tendReviews(db);
}

async function judgeAsked({ world, uid }: Asked, account: BankAccount): Promise<string[]> {
  const { state, given_back, path, contradicted, spent } = await judge(world, uid);
  const words = `${world.told}: asked ${path.join(' → ')}`;
  const [balance, available] = await standingOf(world.db, account);
  expect([pence(before) - pence(balance), available], words).toEqual([spent, balance]);
  if (given_back === 0) return [`asked ${state} before`, ...(await judgeRecall(world, uid))];
  const gone = state === 'completed' || state === 'returned';
  return [
    `asked ${gone ? 'gone' : state}`,
    ...(gone && path.includes('info_required') ? ['asked gone, payer asked'] : []),
    ...(given_back > 1 ? ['asked twice'] : []),
    ...(path.some((step, i) => step === 'sent' && path[i - 1] === 'in_review') ? [`asked made, ${state}`] : []),
    ...(contradicted ? [`asked denied, ${gone ? 'gone' : 'not gone'}`] : []),
    ...(await judgeRecall(world, uid)),
  ];
}
