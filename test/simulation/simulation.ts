import { sql } from 'kysely';
import { expect } from 'vitest';
import { dispatchPayment } from '../../apps/api/src/payments/execution/dispatch-payment.ts';
import { enquirePaymentStatuses } from '../../apps/api/src/payments/execution/enquire-payment-status.ts';
import type { RailEventEnvelope } from '../../apps/api/src/payments/execution/rails/read-event.ts';
import { receiveRailEvent } from '../../apps/api/src/payments/incoming/receive-rail-event.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { openLog } from '../../apps/api/src/platform/observability/log.ts';
import type { Ctx, SystemActor } from '../../apps/api/src/platform/requests/verb.ts';
import { type Clock, day, hour, minute, openClock, second } from './clock.ts';
import { convertBack } from './cross-currency.ts';
import type { SimulatedCustomer } from './customers.ts';
import { type Random, seeded } from './random.ts';
import { type SimulatedBank, simulatedBank } from './simulated-bank.ts';

export const silent = openLog('silent');

class ProcessKilled extends Error {
  /** The code of a lost connection: the dead process cannot handle it. */
  readonly code = '57P01';
}

export const unlessKilled = (error: unknown): undefined => {
  if (!(error instanceof ProcessKilled)) throw error;
};

export type Simulation = Readonly<{
  db: Db;
  url: string;
  label: string;
  random: Random;
  clock: Clock;
  bank: SimulatedBank;
  customer: SimulatedCustomer;
}>;

export type Scenario = Readonly<{ check: () => Promise<string[]> }>;

type Transact = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

export function transactionOf({ db, random, clock }: Pick<Simulation, 'db' | 'random' | 'clock'>): Transact {
  return async (work) => {
    const dies = random.chance(0.04);
    const beforehand = random.chance(0.5);
    const result = await inTransaction(db, async (tx, now) => {
      const at = new Date(now.getTime() + clock.elapsed());
      const done = await work({ tx, now: at, actor: { kind: 'system', name: 'test' }, requestId: 'test' });
      if (dies && beforehand) throw new ProcessKilled();
      return done;
    });
    if (dies) throw new ProcessKilled();
    return result;
  };
}

/**
 * Each worker draws from its own random source: two concurrent workers sharing one would draw in an order that no
 * seed reproduces.
 */
export function workerOf({ db, random, clock }: Simulation) {
  const alone = transactionOf({ db, clock, random: seeded(random.between(0, 2 ** 31)) });
  const together = async <T>(works: readonly ((ctx: Ctx<SystemActor>) => Promise<T>)[]) => {
    const outcomes: PromiseSettledResult<T>[] = [];
    for (const work of works) {
      const [outcome] = await Promise.allSettled([alone(work)]);
      if (outcome.status === 'rejected' && outcome.reason instanceof ProcessKilled) throw outcome.reason;
      outcomes.push(outcome);
    }
    return outcomes;
  };
  return { transaction: alone, transactions: together, log: silent };
}

export function createSimulation(
  { db, url }: Pick<Simulation, 'db' | 'url'>,
  seed: number,
  people: SimulatedCustomer,
): Simulation {
  const [random, clock] = [seeded(seed), openClock()];
  const transaction = transactionOf({ db, random, clock });
  const take = (wire: RailEventEnvelope): Promise<boolean> =>
    transaction((ctx) => receiveRailEvent(ctx as never, wire)).then(
      () => true,
      (error: unknown) => unlessKilled(error) ?? false,
    );
  const bank = simulatedBank({ random, clock, start: new Date(), deliver: take });
  return { db, url, label: `SEED=${seed}`, random, clock, customer: people, bank };
}

export async function deliverWithRetry(
  { clock }: Pick<Simulation, 'clock'>,
  send: () => Promise<unknown>,
  attempt = 0,
): Promise<void> {
  const again = Math.min(5 * minute, second * 2 ** (attempt + 1));
  await send().catch(() => clock.after(again, () => deliverWithRetry({ clock }, send, attempt + 1)));
}

export function processPayment(world: Simulation, uid: string, attempt = 1): void {
  const { random, clock, bank } = world;
  const dispatch = dispatchPayment(bank.rail);
  const transaction = transactionOf(world);
  const work = { requestId: 'test', transaction, batchedTransaction: transaction };
  const away = random.chance(0.1) ? random.between(13 * minute, 15 * minute) : random.between(0, 2) * second;
  const delivery = { eventId: 1n, payload: { paymentId: uid, attempt } as never };
  clock.after(away, () => deliverWithRetry(world, () => dispatch(work, delivery)));
  for (const wait of [20 * second, minute, 5 * minute, hour, 5 * hour])
    clock.after(wait, async () => void (await enquireOnce(world, uid)));
  enquireDaily(world, uid);
}

function enquireDaily(world: Simulation, uid: string): void {
  world.clock.after(day, async () => {
    if (await enquireOnce(world, uid)) enquireDaily(world, uid);
  });
}

async function enquireOnce({ db, bank }: Simulation, uid: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update payment.payment set next_update_at = now() - interval '1 second'
    where id = ${uid} and state in ('submitted', 'sent')`.execute(db);
  if (numAffectedRows === 1n) await enquirePaymentStatuses(db, bank.rail, silent);
  return numAffectedRows === 1n;
}

export type PaymentOutcome = Readonly<{
  reference: string;
  instructionId: string;
  rail: string;
  route: string;
  state: string;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  soldMinor: bigint | null;
  soldCurrency: string | null;
  path: string[];
  wasContradicted: boolean;
  attempt: number;
  rejectedAttempts: number;
  hasStatusConflict: boolean;
  exchanges: number;
}>;

export async function outcomeOf({ db }: Pick<Simulation, 'db'>, uid: string): Promise<PaymentOutcome> {
  const { rows } = await sql<PaymentOutcome>`
    select p.reference, p.instruction_id, p.attempt, p.status_conflict_at is not null as has_status_conflict,
      (select count(*)::int from payment.rejected_attempt g where g.payment_id = p.id) as rejected_attempts, p.rail, p.route, p.state, p.currency, p.amount_minor, p.fee_minor, p.sold_minor, p.sold_currency,
      (select array_agg(t.state order by t.seq) from payment.transition t where t.payment_id = p.id) as path,
      exists (select from platform.audit where action = 'payment.status_conflict' and entity = 'payment:' || p.id) as was_contradicted,
      (select count(*)::int from fx.conversion c where c.quote_id = p.quote_id) as exchanges
    from payment.payment p where p.id = ${uid}`.execute(db);
  return rows[0] as PaymentOutcome;
}

export const pence = (text: string): bigint => BigInt(text.replaceAll(/\D/g, ''));

export const expectedEnd = {
  settled: 'completed',
  returned: 'returned',
  rejected: 'rejected',
  asked: 'rejected',
} as const;

export async function checkPayment(world: Simulation, uid: string): Promise<PaymentOutcome & { spent: bigint }> {
  const ending = await outcomeOf(world, uid);
  const truth = world.bank.truthOf(ending.instructionId);
  const orders = world.bank.ordersOf(ending.reference);
  const told = `${world.label}: ${ending.rail} ${ending.path.join(' → ')}; at the bank ${truth?.end ?? 'nothing'}`;
  const unsent = ['failed', 'cancelled', ...(ending.rejectedAttempts > 0 ? ['rejected', 'expired'] : [])];
  expect(truth ? [expectedEnd[truth.end]] : unsent, told).toContain(ending.state);
  // A queried payment can repeat these states, and so can its resubmitted order.
  const again = ['in_review', 'info_required', ...(ending.rejectedAttempts > 0 ? ['ready', 'submitted'] : [])];
  const once = ending.path.filter((state) => !again.includes(state));
  expect(new Set(once).size, told).toBe(once.length);
  const timesOf = (what: 'settledTimes' | 'returnedTimes') => orders.reduce((sum, order) => sum + order[what], 0);
  expect([timesOf('settledTimes'), timesOf('returnedTimes')], told).toEqual(
    { completed: [1, 0], returned: [1, 1] }[ending.state] ?? [0, 0],
  );
  expect(ending.wasContradicted, told).toBe(orders.some(({ isMisreported }) => isMisreported));
  const hasLeft = ['completed', 'returned'].includes(ending.state);
  expect(ending.exchanges, told).toBe(hasLeft && ending.soldMinor !== null ? 1 : 0);
  return { ...ending, spent: spentOn(ending, truth?.deductedMinor ?? 0n) };
}

function spentOn(
  { state, currency, soldCurrency, soldMinor, amountMinor, feeMinor }: PaymentOutcome,
  kept: bigint,
): bigint {
  const left = soldMinor ?? amountMinor;
  if (state === 'completed') return left + feeMinor;
  if (state !== 'returned') return 0n;
  const cameBack = amountMinor - kept;
  return left - (soldCurrency === null ? cameBack : convertBack(cameBack, currency, soldCurrency));
}
