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

class Killed extends Error {
  /** The code of a lost connection: the dead process cannot handle it. */
  readonly code = '57P01';
}

export const unlessKilled = (error: unknown): undefined => {
  if (!(error instanceof Killed)) throw error;
};

export type World = Readonly<{
  db: Db;
  url: string;
  told: string;
  random: Random;
  clock: Clock;
  bank: SimulatedBank;
  people: People;
}>;

export type Story = Readonly<{ judge: () => Promise<string[]> }>;

type Transact = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

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
 * Each worker draws from its own random source: two concurrent workers sharing one would draw in an order that no
 * seed reproduces.
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

export async function deliver(
  { clock }: Pick<World, 'clock'>,
  send: () => Promise<unknown>,
  attempt = 0,
): Promise<void> {
  const again = Math.min(5 * minute, second * 2 ** (attempt + 1));
  await send().catch(() => clock.after(again, () => deliver({ clock }, send, attempt + 1)));
}

export function follow(world: World, uid: string, attempt = 1): void {
  const { random, clock, bank } = world;
  const dispatch = dispatchPayment(() => bank.rail);
  const transaction = transactionOf(world);
  const work = { requestId: 'test', transaction, withOthers: transaction };
  const away = random.chance(0.1) ? random.between(13 * minute, 15 * minute) : random.between(0, 2) * second;
  const delivery = { eventId: 1n, payload: { paymentId: uid, attempt } as never };
  clock.after(away, () => deliver(world, () => dispatch(work, delivery)));
  for (const wait of [20 * second, minute, 5 * minute, hour, 5 * hour])
    clock.after(wait, async () => void (await chase(world, uid)));
  chaseDaily(world, uid);
}

function chaseDaily(world: World, uid: string): void {
  world.clock.after(day, async () => {
    if (await chase(world, uid)) chaseDaily(world, uid);
  });
}

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
  given_back: number;
  held_back: boolean;
  exchanges: number;
}>;

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

export const expectedEnd = {
  settled: 'completed',
  returned: 'returned',
  rejected: 'rejected',
  asked: 'rejected',
} as const;

export async function judge(world: World, uid: string): Promise<Ended & { spent: bigint }> {
  const ending = await endingOf(world, uid);
  const truth = world.bank.truthOf(ending.instruction_id);
  const orders = world.bank.ordersOf(ending.reference);
  const told = `${world.told}: ${ending.rail} ${ending.path.join(' → ')}; at the bank ${truth?.end ?? 'nothing'}`;
  const unsent = ['failed', 'cancelled', ...(ending.given_back > 0 ? ['rejected', 'expired'] : [])];
  expect(truth ? [expectedEnd[truth.end]] : unsent, told).toContain(ending.state);
  // A queried payment can repeat these states, and so can its resubmitted order.
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

function spentOn({ state, currency, sold_currency, sold_minor, amount_minor, fee_minor }: Ended, kept: bigint): bigint {
  const left = sold_minor ?? amount_minor;
  if (state === 'completed') return left + fee_minor;
  if (state !== 'returned') return 0n;
  const cameBack = amount_minor - kept;
  return left - (sold_currency === null ? cameBack : exchangedBack(cameBack, currency, sold_currency));
}
