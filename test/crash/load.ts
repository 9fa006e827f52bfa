import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import type { Payee } from '../../apps/api/src/payees/payee/payee.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { writeSettings } from '../../db/seed/write-settings.ts';
import { seedCredentials, signIn } from '../fixtures/api-server.ts';
import { seedAccount, seedCustomer, seedPayee, type TestUser } from '../fixtures/base.ts';
import { type Order, seedPaymentAuthorisation, toPaymentOrder } from '../fixtures/payment.ts';
import { type OrderAttempt, retryAll, sendAll } from './client-history.ts';
import type { TestProcesses } from './processes.ts';
import { openingBalance, setOpening } from './sandbox-bank.ts';

export type Client = Readonly<{ who: TestUser; account: BankAccount; payee: Payee; sessionId: string; token: string }>;

/** Tells the bank the opening balances, so that its statement can be compared with our ledger. */
export async function createClients(world: TestProcesses, db: Db, count: number): Promise<Client[]> {
  await shortenEnquiries(db);
  const clients: Client[] = [];
  for (let n = 0; n < count; n += 1) clients.push(await createClient(db, world.base));
  await setOpening(world, db);
  return clients;
}

/** A payment without an answer is enquired about after three seconds instead of fifteen, and again after as many. */
const shortenEnquiries = (db: Db): Promise<void> =>
  writeSettings(
    db,
    sql`insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, time_zone, arrival_seconds,
        response_timeout_seconds, enquiry_interval_seconds)
      select rail, currency, now(), min_minor, max_minor, time_zone, arrival_seconds, 3, 3
      from payment.rail_rule where rail = 'faster-payments' order by effective_from desc limit 1`,
  );

async function createClient(db: Db, base: string): Promise<Client> {
  const who = await seedCustomer(db);
  await seedCredentials(db, who);
  const [account, payee] = [await seedAccount(db, who, { balance: openingBalance }), await seedPayee(db, who)];
  const { token } = await signIn(base, who);
  const { id: sessionId } = await db
    .selectFrom('session.session')
    .select('id')
    .where('userId', '=', who.user.id)
    .executeTakeFirstOrThrow();
  return { who, account, payee, sessionId, token };
}

const atATime = 20;
type OrderOptions = Readonly<{ most?: number; reference?: (n: number) => string }>;

export async function* ordersOf(
  db: Db,
  client: Client,
  { most = Infinity, reference = (n) => `Storm ${n}` }: OrderOptions = {},
): AsyncGenerator<Order> {
  for (let first = 0; first < most; first += atATime) {
    const count = Math.min(atATime, most - first);
    yield* await Promise.all(
      Array.from({ length: count }, (_, n) => authorisedOrder(db, client, first + n, reference)),
    );
  }
}

/** Retries while the database is down; an unused authorisation does no harm. */
async function authorisedOrder(db: Db, client: Client, n: number, reference: (n: number) => string): Promise<Order> {
  const { who, account, payee, sessionId } = client;
  const order = toPaymentOrder(account, payee, {
    amount: `${1 + (n % 9)}.${String(n % 89).padStart(2, '0')}`,
    idempotency: randomUUID(),
    confirmDuplicate: true,
    reference: reference(n),
  });
  for (let tries = 1; ; tries += 1) {
    try {
      return await seedPaymentAuthorisation(db, who, order, sessionId);
    } catch (error) {
      if (tries === 600) throw error;
      await sleep(100);
    }
  }
}

type LoadRun = Readonly<{
  clients: readonly Client[];
  base?: string;
  orders?: OrderOptions;
  /**
   * Causes the faults. Receives counters of definite answers and of all others. When it ends, the clients finish their
   * open orders.
   */
  injectFaults: (answers: () => number, failures: () => number) => Promise<void>;
}>;

/** A slow machine may answer nothing for seconds, so a fault lasts until it has met a request. */
export const waitForMore = (count: () => number, before = count()): Promise<void> =>
  expect.poll(count, { timeout: 120_000 }).toBeGreaterThan(before);

export async function runLoad(
  world: TestProcesses,
  db: Db,
  { clients, base = world.base, orders, injectFaults }: LoadRun,
) {
  await world.command('checkpoint'); // writes the test customers to disk, because only payments are under test
  let over = false;
  let [answers, failures] = [0, 0];
  const answered = () => {
    answers += 1;
  };
  const unanswered = () => {
    failures += 1;
  };
  const limited = orders?.most !== undefined;
  const sending = clients.map((client) =>
    sendAll({
      base,
      token: client.token,
      orders: ordersOf(db, client, orders),
      stopped: () => over && !limited,
      answered,
      unanswered,
    }),
  );
  const faults = sleep(500)
    .then(() =>
      injectFaults(
        () => answers,
        () => failures,
      ),
    )
    .finally(() => {
      over = true;
    });
  // A client that gives up ends the test, instead of faults that wait for its answers.
  const [histories] = await Promise.all([Promise.all(sending), faults]);
  await Promise.all(histories.map((history, n) => retryAll(world.base, clients[n]?.token ?? '', history)));
  return histories.flat();
}

type Verdict = {
  acknowledged: number;
  unknown: number;
  lost: string[];
  duplicated: string[];
  changed: string[];
  refused: string[];
};

export async function checkHistory(
  db: Db,
  clients: readonly Client[],
  history: readonly OrderAttempt[],
): Promise<Verdict> {
  const people = clients.map(({ who }) => who.user.id);
  const rows = await db.selectFrom('payment.payment').select('id').where('userId', 'in', people).execute();
  const held = new Set(rows.map(({ id }) => id));
  const told = history.flatMap(({ replies }) =>
    replies.slice(0, 1).map((text) => (JSON.parse(text) as { data: { uid: string } }).data.uid),
  );
  return {
    acknowledged: told.length,
    unknown: history.reduce((sum, { unanswered }) => sum + unanswered, 0),
    lost: told.filter((id) => !held.has(id)),
    duplicated: held.size > told.length ? [`${held.size} payments for ${told.length} orders`] : [],
    changed: history.filter(({ replies }) => new Set(replies).size > 1).map(({ order }) => order.idempotency),
    refused: history.flatMap(({ refused }) => (refused === undefined ? [] : [refused])),
  };
}

export const noLosses = { lost: [], duplicated: [], changed: [], refused: [] };

export function faultsOf(history: readonly OrderAttempt[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of history.flatMap(({ faults }) => faults)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export function timesOf(values: readonly number[]): { median: number; most: number } {
  const sorted = [...values].sort((a, b) => a - b).map(Math.round);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 };
}
