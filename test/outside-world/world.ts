import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { openLog } from '../../apps/api/src/kernel/log.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import type { Ctx, SystemActor } from '../../apps/api/src/kernel/verb.ts';
import { chasePayments } from '../../apps/api/src/payment/chase-payments.ts';
import { dispatchPayment } from '../../apps/api/src/payment/dispatch-payment.ts';
import type { RailWire } from '../../apps/api/src/payment/rails/read-event.ts';
import { receiveRailEvent } from '../../apps/api/src/payment/receive-rail-event.ts';
import { exchangedBack } from './across.ts';
import { type Clock, day, hour, minute, openClock, second } from './clock.ts';
import type { People } from './people.ts';
import { type Random, seeded } from './random.ts';
import { type SimulatedBank, simulatedBank } from './simulated-bank.ts';

export const silent = openLog('silent');

/** The process died; what it had committed stands, and whoever called it calls again. */
class Killed extends Error {
  /** As the database says it of a connection that is gone: nobody of the dead process does anything about it. */
  readonly code = '57P01';
}

export const unlessKilled = (error: unknown): undefined => {
  if (!(error instanceof Killed)) throw error;
};

export type World = Readonly<{
  db: Db;
  url: string;
  /** How to have it again, for whoever reads that it went wrong. */
  told: string;
  random: Random;
  clock: Clock;
  bank: SimulatedBank;
  people: People;
}>;

/** Something that happens beside the payments of a world; judged when all is over, it says how it ended. */
export type Story = Readonly<{ judge: () => Promise<string[]> }>;

type Transact = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

/** A transaction of Larkmere's own, at the world's time. Now and then the process dies before the commit, or right after it. */
export function transactionOf({ db, random, clock }: Pick<World, 'db' | 'random' | 'clock'>): Transact {
  return async (work) => {
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

/**
 * The hands of a worker of this world: works that share a transaction elsewhere have one each, so that it dies between them.
 * Its accidents are its own: two at work at once would draw from one chance in an order that no seed brings back.
 */
export function handsOf({ db, random, clock }: World) {
  const alone = transactionOf({ db, clock, random: seeded(random.between(0, 2 ** 31)) });
  const together = async <T>(works: readonly ((ctx: Ctx<SystemActor>) => Promise<T>)[]) => {
    const outcomes: PromiseSettledResult<T>[] = [];
    for (const work of works) {
      const [outcome] = await Promise.allSettled([alone(work)]);
      if (outcome.status === 'rejected' && outcome.reason instanceof Killed) throw outcome.reason;
      outcomes.push(outcome);
    }
    return outcomes;
  };
  return { alone, together };
}

export function openWorld({ db, url }: Pick<World, 'db' | 'url'>, seed: number, people: People): World {
  const [random, clock] = [seeded(seed), openClock()];
  const transaction = transactionOf({ db, random, clock });
  const take = (wire: RailWire): Promise<boolean> =>
    transaction((ctx) => receiveRailEvent(ctx as never, wire)).then(
      () => true,
      (error: unknown) => unlessKilled(error) ?? false,
    );
  const bank = simulatedBank({ random, clock, start: new Date(), deliver: take });
  return { db, url, told: `SEED=${seed}`, random, clock, people, bank };
}

/** A delivery that comes back until it gets through, as the relay would have it. */
export async function deliver(
  { clock }: Pick<World, 'clock'>,
  send: () => Promise<unknown>,
  attempt = 0,
): Promise<void> {
  const again = Math.min(5 * minute, second * 2 ** (attempt + 1));
  await send().catch(() => clock.after(again, () => deliver({ clock }, send, attempt + 1)));
}

/** A payment from the moment at which it may go: dispatched, and chased while the bank is silent. */
export function follow(world: World, uid: string, attempt = 1): void {
  const { random, clock, bank } = world;
  const dispatch = dispatchPayment(() => bank.rail);
  const transaction = transactionOf(world);
  const work = { requestId: 'test', transaction, withOthers: transaction };
  // Now and then Larkmere itself was away for a while first.
  const away = random.chance(0.1) ? random.between(13 * minute, 15 * minute) : random.between(0, 2) * second;
  const delivery = { eventId: 1n, payload: { paymentId: uid, attempt } as never };
  clock.after(away, () => deliver(world, () => dispatch(work, delivery)));
  for (const wait of [20 * second, minute, 5 * minute, hour, 5 * hour])
    clock.after(wait, async () => void (await chase(world, uid)));
  chaseDaily(world, uid);
}

/** Whatever a silent bank does, it is asked until the payment is over. */
function chaseDaily(world: World, uid: string): void {
  world.clock.after(day, async () => {
    if (await chase(world, uid)) chaseDaily(world, uid);
  });
}

/** Asks the bank about a payment that is with it; whether it was. */
async function chase({ db, bank }: World, uid: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update payment.payment set next_update_at = now() - interval '1 second'
    where id = ${uid} and state in ('submitted', 'sent')`.execute(db);
  if (numAffectedRows === 1n) await chasePayments(db, () => bank.rail, silent);
  return numAffectedRows === 1n;
}

export type Ended = Readonly<{
  reference: string;
  instruction_id: string;
  rail: string;
  route: string;
  state: string;
  currency: string;
  amount_minor: bigint;
  fee_minor: bigint;
  sold_minor: bigint | null;
  sold_currency: string | null;
  path: string[];
  contradicted: boolean;
  attempt: number;
  /** How many of its orders came back with a question. */
  given_back: number;
  /** The bank says that it made what it had given back. */
  held_back: boolean;
  exchanges: number;
}>;

/** How a payment stands, and how it came there. */
export async function endingOf({ db }: Pick<World, 'db'>, uid: string): Promise<Ended> {
  const { rows } = await sql<Ended>`
    select p.reference, p.instruction_id, p.attempt, p.contradicted_at is not null as held_back,
      (select count(*)::int from payment.given_back g where g.payment_id = p.id) as given_back, p.rail, p.route, p.state, p.currency, p.amount_minor, p.fee_minor, p.sold_minor, p.sold_currency,
      (select array_agg(t.state order by t.seq) from payment.transition t where t.payment_id = p.id) as path,
      exists (select from kernel.audit where action = 'payment.contradicted' and entity = 'payment:' || p.id) as contradicted,
      (select count(*)::int from fx.conversion c where c.quote_id = p.quote_id) as exchanges
    from payment.payment p where p.id = ${uid}`.execute(db);
  return rows[0] as Ended;
}

export const pence = (text: string): bigint => BigInt(text.replaceAll(/\D/g, ''));

/** What the bank gave back with a question ends here when its payer wants it back; else another order decides. */
export const expectedEnd = {
  settled: 'completed',
  returned: 'returned',
  rejected: 'rejected',
  asked: 'rejected',
} as const;

/** That a payment ended once, and as the bank has it. Answers how, and what it cost its payer for good, in minor units. */
export async function judge(world: World, uid: string): Promise<Ended & { spent: bigint }> {
  const ending = await endingOf(world, uid);
  const truth = world.bank.truthOf(ending.instruction_id);
  const orders = world.bank.ordersOf(ending.reference);
  const told = `${world.told}: ${ending.rail} ${ending.path.join(' → ')}; at the bank ${truth?.end ?? 'nothing'}`;
  const unsent = ['failed', 'cancelled', ...(ending.given_back > 0 ? ['rejected', 'expired'] : [])];
  expect(truth ? [expectedEnd[truth.end]] : unsent, told).toContain(ending.state);
  // A question may come back, and so may the order to which it belongs.
  const again = ['in_review', 'info_required', ...(ending.given_back > 0 ? ['ready', 'submitted'] : [])];
  const once = ending.path.filter((state) => !again.includes(state));
  expect(new Set(once).size, told).toBe(once.length);
  const timesOf = (what: 'settledTimes' | 'returnedTimes') => orders.reduce((sum, order) => sum + order[what], 0);
  expect([timesOf('settledTimes'), timesOf('returnedTimes')], told).toEqual(
    { completed: [1, 0], returned: [1, 1] }[ending.state] ?? [0, 0],
  );
  expect(ending.contradicted, told).toBe(orders.some(({ lied }) => lied));
  const hasLeft = ['completed', 'returned'].includes(ending.state);
  expect(ending.exchanges, told).toBe(hasLeft && ending.sold_minor !== null ? 1 : 0);
  return { ...ending, spent: spentOn(ending, truth?.keptMinor ?? 0n) };
}

/** What came back of a payment is the payer's, exchanged back at mid; banks on the way keep what they kept of it. */
function spentOn({ state, currency, sold_currency, sold_minor, amount_minor, fee_minor }: Ended, kept: bigint): bigint {
  const left = sold_minor ?? amount_minor;
  if (state === 'completed') return left + fee_minor;
  if (state !== 'returned') return 0n;
  const cameBack = amount_minor - kept;
  return left - (sold_currency === null ? cameBack : exchangedBack(cameBack, currency, sold_currency));
}
