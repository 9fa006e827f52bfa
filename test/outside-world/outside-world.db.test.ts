import { waitingStates } from '@larkmere/contract/payment-waiting';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BankAccount } from '../../apps/api/src/bank-account/bank-account.ts';
import { openLog } from '../../apps/api/src/kernel/log.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import type { Ctx, SystemActor } from '../../apps/api/src/kernel/verb.ts';
import { chasePayments } from '../../apps/api/src/payment/chase-payments.ts';
import { dispatchPayment } from '../../apps/api/src/payment/dispatch-payment.ts';
import type { RailWire } from '../../apps/api/src/payment/rails/read-event.ts';
import { receiveRailEvent } from '../../apps/api/src/payment/receive-rail-event.ts';
import { releasePayments } from '../../apps/api/src/payment/release-payments.ts';
import { runPlanned } from '../../apps/api/src/payment/run-planned.ts';
import { givenAccount, givenCredit, givenDatabase } from '../given.ts';
import { standingOf } from '../given-payment.ts';
import { type Clock, day, hour, minute, openClock, second } from './clock.ts';
import { givenPeople, openRails, type People, pay, type Route } from './people.ts';
import { type Random, seeded } from './random.ts';
import { type SimulatedBank, simulatedBank } from './simulated-bank.ts';

const worlds = Number(process.env.WORLDS ?? 2000);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const { db } = await givenDatabase();
const log = openLog('silent');
await openRails(db);

/** The process died; what it had committed stands, and whoever called it calls again. */
class Killed extends Error {}

type World = Readonly<{ random: Random; clock: Clock; bank: SimulatedBank; people: People }>;

/** A transaction of Larkmere's own, at the world's time. Now and then the process dies before the commit, or right after it. */
function transactionOf({ random, clock }: Pick<World, 'random' | 'clock'>) {
  return async <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>): Promise<T> => {
    const dies = random.chance(0.04);
    const beforehand = random.chance(0.5);
    const result = await inTransaction(db, async (tx, now) => {
      const at = new Date(now.getTime() + clock.elapsed());
      const done = await work({ tx, now: at, actor: { kind: 'system', name: 'test' }, requestId: 'test' });
      if (dies && beforehand) throw new Killed();
      return done;
    });
    if (dies) throw new Killed();
    return result;
  };
}

function openWorld(seedOfWorld: number, people: People): World {
  const [random, clock] = [seeded(seedOfWorld), openClock()];
  const transaction = transactionOf({ random, clock });
  const deliver = (wire: RailWire): Promise<boolean> =>
    transaction((ctx) => receiveRailEvent(ctx as never, wire)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
  return { random, clock, people, bank: simulatedBank({ random, clock, start: new Date(), deliver }) };
}

/** A customer pays, or plans to. */
const askFor = ({ people, random }: World, route: Route, when: object = {}): Promise<string> =>
  pay(db, people, route, `${random.between(2, 90)}.${String(random.between(0, 99)).padStart(2, '0')}`, when);

/**
 * A customer pays by any way there is; from then on the payment is dispatched, chased and told of as the world has it. Now
 * and then its rail is closed.
 */
async function makePayment(world: World, route: Route): Promise<string> {
  const { random, clock } = world;
  const uid = await askFor(world, route);
  if (!random.chance(0.1)) follow(world, uid);
  else {
    await sql`update payment.payment set not_before = now() + interval '1 day' where id = ${uid}`.execute(db);
    follow(world, uid);
    clock.after(random.between(hour, day), () => openRail(world, uid));
  }
  return uid;
}

/** Two workers see that the rail has opened; the payment goes once. */
async function openRail(world: World, uid: string): Promise<void> {
  expect((await endingOf(uid)).state).toBe('ready');
  await sql`update payment.payment set not_before = now() where id = ${uid}`.execute(db);
  const released = await Promise.all([releasePayments(db), releasePayments(db)]);
  expect(released.toSorted()).toEqual([0, 1]);
  follow(world, uid);
}

/** From the moment at which its money is set aside. */
function follow(world: World, uid: string): void {
  const { random, clock, bank } = world;
  const dispatch = dispatchPayment(() => bank.rail);
  const transaction = transactionOf(world);
  const work = { requestId: 'test', transaction, withOthers: transaction };
  const deliver = async (attempt: number): Promise<void> => {
    const isDone = await dispatch(work, { eventId: 1n, payload: { paymentId: uid } as never }).then(
      () => true,
      () => false, // it comes back, as the relay would have it
    );
    if (!isDone) clock.after(Math.min(5 * minute, second * 2 ** (attempt + 1)), () => deliver(attempt + 1));
  };
  // Now and then Larkmere itself was away for a while first.
  clock.after(random.chance(0.1) ? random.between(13 * minute, 15 * minute) : random.between(0, 2) * second, () =>
    deliver(0),
  );
  for (const wait of [20 * second, minute, 5 * minute, hour, 5 * hour, day, 3 * day, 7 * day, 8 * day])
    clock.after(wait, () => chase(world, uid));
}

type Planned = Readonly<{ uid: string; account: BankAccount; before: string; isToLeave: () => boolean | undefined }>;

/**
 * A customer plans a payment out of an account of its own, which has enough, or is given enough in time, too late or
 * never. Two workers look after it, and die now and then.
 */
async function planPayment(world: World): Promise<Planned> {
  const { random, clock, people } = world;
  const isRich = random.chance(0.4);
  const account = await givenAccount(db, people.who, { balance: isRich ? '200.00' : '1.00' });
  const executionDate = new Date(Date.now() + random.between(1, 20) * day).toISOString().slice(0, 10);
  const [pounds] = people.routes;
  const uid = await askFor(world, { ...pounds, account }, { executionDate });
  const { rows } = await sql<{ leaves: Date; deadline: Date; now: Date }>`
    select leaves_at as leaves, (payment.working_day('england', execution_date, 2) + 1)::timestamp at time zone 'Europe/London'
      as deadline, now() from payment.payment where id = ${uid}`.execute(db);
  const [times] = rows as [{ leaves: Date; deadline: Date; now: Date }];
  const [leaves, deadline] = [times.leaves, times.deadline].map((at) => at.getTime() - times.now.getTime()) as [
    number,
    number,
  ];
  let isFollowed = false;
  const look = async (): Promise<void> => {
    await Promise.all([turn(world), turn(world)]);
    if (isFollowed || (await endingOf(uid)).state !== 'ready') return;
    isFollowed = true;
    follow(world, uid);
  };
  const money = !isRich && random.chance(0.7) ? random.between(leaves - day, deadline + 2 * day) : undefined;
  if (money !== undefined) clock.after(Math.max(0, money), async () => void (await givenCredit(db, account, '100.00')));
  const waits = [
    leaves - hour,
    leaves + minute,
    leaves + 3 * hour,
    leaves + day,
    deadline - hour,
    deadline - 30 * minute,
  ];
  const rest = [
    ...(money ? [money + minute] : []),
    deadline + minute,
    deadline + hour,
    deadline + 5 * hour,
    deadline + 3 * day,
  ];
  for (const wait of [...waits, ...rest]) if (wait > 0) clock.after(wait, look);
  const isToLeave = (): boolean | undefined => {
    if (isRich || (money !== undefined && money < deadline - 2 * hour)) return true;
    return money === undefined || money > deadline ? false : undefined;
  };
  return { uid, account, before: isRich ? '200.00' : money === undefined ? '1.00' : '101.00', isToLeave };
}

/** A worker looks at what was planned, by the clock of this world; when it dies, another one looks later. */
async function turn(world: World): Promise<void> {
  const alone = transactionOf(world);
  const together = async <T>(works: readonly ((ctx: Ctx<SystemActor>) => Promise<T>)[]) => {
    const outcomes: PromiseSettledResult<T>[] = [];
    for (const work of works) {
      const [outcome] = await Promise.allSettled([alone(work)]);
      if (outcome.status === 'rejected' && outcome.reason instanceof Killed) throw outcome.reason;
      outcomes.push(outcome);
    }
    return outcomes;
  };
  await runPlanned({ alone, together }, log).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
}

async function chase({ bank }: World, uid: string): Promise<void> {
  await sql`update payment.payment set next_update_at = now() - interval '1 second' where id = ${uid} and state in ('submitted', 'sent')`.execute(
    db,
  );
  await chasePayments(db, () => bank.rail, log);
}

type Ended = Readonly<{
  reference: string;
  rail: string;
  state: string;
  amount_minor: bigint;
  fee_minor: bigint;
  path: string[];
  contradicted: boolean;
}>;

async function endingOf(uid: string): Promise<Ended> {
  const { rows } = await sql<Ended>`
    select p.reference, p.rail, p.state, p.amount_minor, p.fee_minor,
      (select array_agg(t.state order by t.seq) from payment.transition t where t.payment_id = p.id) as path,
      exists (select from kernel.audit where action = 'payment.contradicted' and entity = 'payment:' || p.id) as contradicted
    from payment.payment p where p.id = ${uid}`.execute(db);
  return rows[0] as Ended;
}

const expectedEnd = { settled: 'completed', returned: 'returned', rejected: 'rejected' } as const;

/** What was planned left when its money was there in time and only then, once, and nothing was set aside before. */
async function judgePlanned(world: World, { uid, account, before, isToLeave }: Planned, told: string): Promise<string> {
  const ending = await endingOf(uid);
  const truth = world.bank.truthOf(ending.reference);
  const words = `${told}: ${ending.path.join(' → ')}`;
  const hasLeft = ending.path.includes('ready');
  if (isToLeave() !== undefined) expect(hasLeft, words).toBe(isToLeave());
  expect(ending.state, words).toBe(hasLeft ? (truth ? expectedEnd[truth.end] : 'failed') : 'expired');
  expect(new Set(ending.path).size, words).toBe(ending.path.length);
  expect(truth?.settledTimes ?? 0, words).toBe(['completed', 'returned'].includes(ending.state) ? 1 : 0);
  const spent = ending.state === 'completed' ? ending.amount_minor + ending.fee_minor : 0n;
  const [balance, available] = await standingOf(db, account);
  expect([pence(before) - pence(balance), balance], words).toEqual([spent, available]);
  return ending.state;
}

const pence = (text: string): bigint => BigInt(text.replaceAll(/\D/g, ''));

/** How a payment ended is how the bank has it; what was spent on it, in minor units, is what left for good. */
async function judge({ bank }: World, uid: string, seedOfWorld: number): Promise<Ended & { spent: bigint }> {
  const ending = await endingOf(uid);
  const truth = bank.truthOf(ending.reference);
  const told = `SEED=${seedOfWorld}: ${ending.rail} ${ending.path.join(' → ')}; at the bank ${truth?.end ?? 'nothing'}`;
  expect(ending.state, told).toBe(truth ? expectedEnd[truth.end] : 'failed');
  expect(new Set(ending.path).size, told).toBe(ending.path.length);
  expect([truth?.settledTimes ?? 0, truth?.returnedTimes ?? 0], told).toEqual(
    { completed: [1, 0], returned: [1, 1], rejected: [0, 0], failed: [0, 0] }[ending.state],
  );
  expect(ending.contradicted, told).toBe(truth?.lied ?? false);
  if (ending.state === 'completed') return { ...ending, spent: ending.amount_minor + ending.fee_minor };
  // Banks on the way keep what they kept of a payment that comes back.
  return { ...ending, spent: ending.state === 'returned' ? (truth?.keptMinor ?? 0n) : 0n };
}

/** One world from its seed; answers how each payment ended, and by which rail. */
async function live(seedOfWorld: number, people: People): Promise<string[]> {
  const world = openWorld(seedOfWorld, people);
  const routes = [world.random.oneOf(people.routes)];
  if (world.random.chance(0.3)) routes.push(world.random.oneOf(people.routes));
  const accounts = [...new Set(routes.map(({ account }) => account))];
  const before = await Promise.all(accounts.map((account) => standingOf(db, account)));
  const payments: string[] = [];
  for (const route of routes) payments.push(await makePayment(world, route));
  const planned = world.random.chance(0.15) ? await planPayment(world) : undefined;
  await world.clock.runOut(60 * day);
  const endings = await Promise.all(payments.map((uid) => judge(world, uid, seedOfWorld)));
  for (const [i, account] of accounts.entries()) {
    const [balance, available] = await standingOf(db, account);
    const spent = endings.reduce((sum, ending, n) => (routes[n]?.account === account ? sum + ending.spent : sum), 0n);
    expect([pence(before[i]?.[0] ?? '') - pence(balance), balance], `SEED=${seedOfWorld}`).toEqual([spent, available]);
  }
  const ends = endings.map(({ rail, state }) => `${rail} ${state}`);
  return planned ? [...ends, `planned ${await judgePlanned(world, planned, `SEED=${seedOfWorld}`)}`] : ends;
}

/** Steps at which a payment came to wait and nobody was told all of it: with whom, why, what is next, and the two dates. */
async function untold(): Promise<unknown[]> {
  const passed = ['awaiting_sca', 'screening']; // left again before anybody could look
  const states = waitingStates.filter((state) => !passed.includes(state));
  const { rows } = await sql`
    select t.payment_id, t.state from payment.transition t
    where t.state = any(${states}) and not exists (
      select from kernel.event e
      where e.topic like 'payment.%' and e.payload->>'paymentId' = t.payment_id::text and e.payload->>'state' = t.state
        and e.payload->>'owner' in ('you', 'team', 'us', 'bank') and e.payload->>'reason' like '%.'
        and e.payload->>'nextStep' like '%.' and (e.payload->>'nextUpdateAt')::timestamptz > e.created_at
        and (e.payload->>'deadlineAt')::timestamptz > e.created_at)
    limit 5`.execute(db);
  return rows;
}

const rails = [
  'bahtnet',
  'faster-payments',
  'fedwire',
  'local',
  'promptpay',
  'sepa-credit-transfer',
  'sepa-instant',
  'swift',
];

test('whatever the world does, every payment ends once, as the bank has it, and the money is where both say', async () => {
  const ends: Record<string, number> = {};
  let people = await givenPeople(db);
  for (let i = 0; i < worlds; i += 1) {
    if (i % 100 === 99) people = await givenPeople(db);
    for (const end of await live(seed + i, people)) ends[end] = (ends[end] ?? 0) + 1;
  }
  console.info(`outside world: WORLDS=${worlds} SEED=${seed} ${JSON.stringify(ends)}`);
  const seen = Object.keys(ends).filter((end) => !end.startsWith('planned'));
  const everywhere = rails.flatMap((rail) => ['completed', 'rejected', 'returned'].map((end) => `${rail} ${end}`));
  expect(seen.filter((end) => !end.endsWith('failed')).toSorted()).toEqual(everywhere);
  expect(seen.some((end) => end.endsWith('failed'))).toBe(true);
  expect(Object.keys(ends)).toContain('planned expired');
  expect(await findViolations(db)).toEqual([]);
  expect(await untold()).toEqual([]);
}, 1_200_000);
