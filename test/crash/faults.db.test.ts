import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { balanceOf } from '@larkmere/ledger/balance';
import { checkInvariants } from '@larkmere/ledger/check-invariants.fixture';
import { money, readAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { testPin } from '../fixtures/api-server.ts';
import { type Order, seedPaymentAuthorisation, toPaymentOrder } from '../fixtures/payment.ts';
import { type OrderAttempt, send } from './client-history.ts';
import { type DroppingProxy, dropReplies } from './dropping-proxy.ts';
import { type Client, checkHistory, createClients, faultsOf, noLosses, ordersOf, runLoad, timesOf } from './load.ts';
import { startProcesses, type TestProcesses } from './processes.ts';
import { callSandbox, expectBankAgreement, openingBalance } from './sandbox-bank.ts';
import { faultTiming } from './seed.ts';

const rounds = {
  terminations: Number(process.env.TERMINATIONS ?? 2),
  cuts: Number(process.env.CUTS ?? 4),
  messages: Number(process.env.MESSAGES ?? 6),
  clockSteps: Number(process.env.CLOCK_STEPS ?? 2),
};
const quick = { acceptDelayMs: [10, 60], settleDelayMs: [10, 60], returnDelayMs: 100, noResponseMs: 300 };
const hour = 3_600_000;

let world: TestProcesses;
let db: Db;
let droppingProxy: DroppingProxy | undefined;
beforeAll(async () => {
  world = await startProcesses();
  db = openDb(world.databaseUrl, 6);
});
afterAll(async () => {
  await db?.destroy();
  await world?.stop();
});
afterEach(async () => {
  await droppingProxy?.close();
  droppingProxy = undefined;
  await callSandbox(world, 'PUT', 'settings', { ...quick, dropWebhooks: false, duplicateWebhooks: false });
  await checkInvariants(db);
});

const logFigures = (what: string, figures: object) => console.log(`${what}: ${JSON.stringify(figures)}`);

describe('every database connection is cut', () => {
  it('loses and duplicates nothing', { timeout: 600_000 + rounds.terminations * 20_000 }, async () => {
    const clients = await createClients(world, db, 4);
    const recoverMs: number[] = [];
    const { between } = faultTiming();
    const nemesis = async (_answers: () => number, failures: () => number) => {
      for (let n = 0; n < rounds.terminations || failures() === 0; n += 1) {
        await sleep(between(150, 250));
        await world.command(`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'larkmere%' and pid <> pg_backend_pid()`);
        recoverMs.push(await world.recovered());
      }
    };
    const history = await runLoad(world, db, { clients, injectFaults: nemesis });
    const verdict = await checkHistory(db, clients, history);
    logFigures('terminated', {
      ...verdict,
      faults: faultsOf(history),
      rounds: recoverMs.length,
      recoverMs: timesOf(recoverMs),
    });
    expect(verdict).toMatchObject(noLosses);
    expect(Object.keys(faultsOf(history))).toEqual(['503']);
  });
});

describe('responses are lost after the commit', () => {
  it('returns the identical bytes of the lost response to a retry', {
    timeout: 600_000 + rounds.cuts * 2_000,
  }, async () => {
    const clients = await createClients(world, db, 4);
    const cut = await dropReplies(world.base, 3);
    droppingProxy = cut;
    const nemesis = async () => {
      while (cut.dropped.length < rounds.cuts) await sleep(20);
    };
    const history = await runLoad(world, db, { clients, base: cut.base, injectFaults: nemesis });
    const verdict = await checkHistory(db, clients, history);
    logFigures('cut', { ...verdict, cut: cut.dropped.length });
    expect(verdict).toMatchObject(noLosses);
    expect(verdict.unknown).toBeGreaterThanOrEqual(cut.dropped.length);
    const replies = new Set(history.flatMap((entry) => entry.replies));
    expect(cut.dropped.filter((body) => !replies.has(body))).toEqual([]);
  });

  it('control: pays twice if a client takes a missing response for a refusal', async () => {
    const clients = await createClients(world, db, 1);
    const cut = await dropReplies(world.base, 2);
    droppingProxy = cut;
    const [client] = clients as [Client];
    const history: OrderAttempt[] = [];
    for await (const order of ordersOf(db, client, { most: 6 })) {
      const first = await send(cut.base, client.token, order);
      const answer = first ?? (await send(cut.base, client.token, await orderAnew(client, order)));
      history.push({ order, sent: 2, unanswered: first ? 0 : 1, faults: [], replies: answer ? [answer.text] : [] });
    }
    const verdict = await checkHistory(db, clients, history);
    logFigures('control', { ...verdict, cut: cut.dropped.length });
    expect(verdict.duplicated).not.toEqual([]);
  });

  const orderAnew = ({ who, sessionId }: Client, before: Order) => {
    const { authorisation: _, ...order } = before;
    return seedPaymentAuthorisation(db, who, { ...order, idempotency: randomUUID() }, sessionId);
  };
});

describe('bank messages arrive twice, late, never or out of order', () => {
  const outcomes: readonly (readonly [reference: string, state: string])[] = [
    ['Plain', 'completed'],
    ['Twice SANDBOX 93', 'completed'],
    ['Late SANDBOX 94', 'completed'],
    ['Back SANDBOX 92', 'returned'],
    ['Nobody SANDBOX 01', 'rejected'],
    ['Silent SANDBOX 91', 'completed'],
  ];

  it('ends every payment as if each message had arrived once and in order', {
    timeout: 600_000 + rounds.messages * 3_000,
  }, async () => {
    const clients = await createClients(world, db, 4);
    await callSandbox(world, 'PUT', 'settings', { ...quick, duplicateWebhooks: true });
    const { between } = faultTiming();
    const nemesis = async () => {
      for (let n = 0; n < Math.max(2, rounds.messages / 6); n += 1) {
        await callSandbox(world, 'PUT', 'settings', { dropWebhooks: true });
        await sleep(between(200, 400));
        await callSandbox(world, 'PUT', 'settings', { dropWebhooks: false });
        await sleep(between(100, 300));
      }
    };
    const reference = (n: number) => outcomes[n % outcomes.length]?.[0] ?? '';
    const history = await runLoad(world, db, {
      clients,
      injectFaults: nemesis,
      orders: { most: rounds.messages, reference },
    });
    const verdict = await checkHistory(db, clients, history);
    expect(verdict).toMatchObject(noLosses);
    await expectBankAgreement(world, db);

    const people = clients.map(({ who }) => who.user.id);
    const payments = await db
      .selectFrom('payment.payment')
      .select(['payeeReference', 'state', 'accountId', 'amountMinor', 'feeMinor'])
      .where('userId', 'in', people)
      .execute();
    const ended = new Set(payments.map(({ payeeReference, state }) => `${payeeReference}: ${state}`));
    logFigures('messages', { payments: payments.length, states: [...ended].sort() });
    expect(ended).toEqual(new Set(outcomes.map(([words, state]) => `${words}: ${state}`)));

    const opening = readAmount('GBP', openingBalance)?.minor ?? 0n;
    for (const { account } of clients) {
      const paid = payments
        .filter(({ accountId, state }) => accountId === account.id && state === 'completed')
        .reduce((sum, { amountMinor, feeMinor }) => sum + amountMinor + feeMinor, 0n);
      const { balance, available } = await inTransaction(db, (tx) => balanceOf(tx, account.ledgerAccountId));
      expect([balance, available]).toEqual([money('GBP', opening - paid), money('GBP', opening - paid)]);
    }
  });
});

describe('wall clock of the API is wrong by an hour', () => {
  const pay = async (client: Client, order: Order): Promise<string | undefined> => {
    const { text = '{}' } = (await send(world.base, client.token, order)) ?? {};
    const { message, code = message } = JSON.parse(text) as { message?: string; code?: string };
    return code;
  };
  const orderOf = async (client: Client): Promise<Order> => {
    for await (const order of ordersOf(db, client, { most: 1 })) return order;
    throw new Error('no order');
  };
  afterEach(() => world.shiftClock(0));

  it('judges expiry by the clock of the database', async () => {
    const [client] = (await createClients(world, db, 1)) as [Client];
    const outcomes: (string | undefined)[] = [];
    for (const shift of [-hour, hour]) {
      await world.shiftClock(shift);
      const stale = await orderOf(client);
      await sql`update pin.authorisation set expires_at = now() - interval '1 minute'
        where user_id = ${client.who.user.id} and redeemed_at is null`.execute(db);
      const fresh = await orderFromPad(client);
      outcomes.push(await pay(client, fresh), await pay(client, stale));
    }
    logFigures('clock', { outcomes });
    expect(outcomes).toEqual(['success', 'authorisation_invalid', 'success', 'authorisation_invalid']);
  });

  /** Authorised through the API, so that the API itself sets the expiry of the authorisation. */
  async function orderFromPad({ token, account, payee }: Client): Promise<Order> {
    const order = toPaymentOrder(account, payee, { idempotency: randomUUID(), confirmDuplicate: true });
    const { idempotency, confirmDuplicate: _, ...rest } = order;
    const response = await fetch(`${world.base}/api/services/v1/pin/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({
        pincode: testPin,
        idempotency: randomUUID(),
        purpose: { operation: 'payment.gbp', ...rest, paymentIdempotency: idempotency },
      }),
    });
    const { data } = (await response.json()) as { data: { authorisation: string } };
    return { ...order, authorisation: data.authorisation };
  }

  it('pays and settles while the clock jumps back and forth', {
    timeout: 600_000 + rounds.clockSteps * 5_000,
  }, async () => {
    const clients = await createClients(world, db, 4);
    const { between } = faultTiming();
    const nemesis = async () => {
      for (let n = 0; n < rounds.clockSteps; n += 1) {
        await world.shiftClock(n % 2 ? -hour : hour);
        await sleep(between(200, 400));
      }
      await world.shiftClock(0);
    };
    const history = await runLoad(world, db, { clients, injectFaults: nemesis });
    const verdict = await checkHistory(db, clients, history);
    logFigures('clock', { ...verdict, steps: rounds.clockSteps });
    expect(verdict).toMatchObject(noLosses);
    expect(verdict.acknowledged).toBeGreaterThan(0);
    await expectBankAgreement(world, db);
  });
});
