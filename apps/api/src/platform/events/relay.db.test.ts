import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { asSystem, createDatabase } from '../../../../../test/fixtures/base.ts';
import { asOwner } from '../../../../../test/fixtures/database.ts';
import { openLog } from '../observability/log.ts';
import { defineEvent, emit } from './outbox.ts';
import {
  claimExternalDeliveries,
  deliverExternal,
  deliverTransactional,
  externalHandler,
  fanOutEvents,
  type Subscription,
  transactionalHandler,
} from './relay.ts';
import { startRelay } from './run-relay.ts';

const { db, url } = await createDatabase();
const log = openLog('silent');
const happened = defineEvent<{ n: number }>('test.happened');

beforeEach(async () => {
  await asOwner(
    { url },
    `create table if not exists platform.trial (n int primary key); select platform.grant_to_app();
    truncate platform.trial, platform.event cascade`,
  );
});

const insertUnless = (bad: (n: number) => boolean) =>
  transactionalHandler(happened, 'note', async ({ tx }, { payload: { n } }) => {
    await sql`insert into platform.trial values (${n})`.execute(tx);
    if (bad(n)) throw new Error(`stumbled over ${n}`);
  });

const emitEvents = (...numbers: number[]) =>
  asSystem(db, async (ctx) => {
    for (const n of numbers) await emit(ctx, happened, { n });
  });

async function insertedNumbers(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from platform.trial order by n`.execute(db);
  return rows.map(({ n }) => n);
}

async function openDeliveries(): Promise<{ attempts: number; lastError: string | null; due: boolean }[]> {
  const { rows } = await sql<{ attempts: number; lastError: string | null; due: boolean }>`
    select attempts, last_error, run_after <= now() as due from platform.delivery where done_at is null`.execute(db);
  return rows;
}

test('delivers many events in one transaction, each exactly once', async () => {
  const subscriptions = [insertUnless(() => false)];
  await emitEvents(1, 2, 3, 4, 5);
  expect(await fanOutEvents(db, subscriptions)).toBe(5);
  const turns = await Promise.all([1, 2, 3].map(() => deliverTransactional(db, subscriptions, log, 3)));
  expect(turns.reduce((sum, n) => sum + n)).toBe(5);
  expect(await insertedNumbers()).toEqual([1, 2, 3, 4, 5]);
  expect(await openDeliveries()).toEqual([]);
});

test('isolates a failed delivery and retries it later', async () => {
  const subscriptions = [insertUnless((n) => n === 3)];
  await emitEvents(1, 2, 3, 4, 5);
  await fanOutEvents(db, subscriptions);
  await deliverTransactional(db, subscriptions, log);
  expect(await insertedNumbers()).toEqual([1, 2, 4, 5]);
  expect(await openDeliveries()).toEqual([{ attempts: 1, lastError: 'Error: stumbled over 3', due: false }]);
  await sql`update platform.delivery set run_after = now()`.execute(db);
  await deliverTransactional(db, [insertUnless(() => false)], log);
  expect(await insertedNumbers()).toEqual([1, 2, 3, 4, 5]);
});

test('lets one relay claim an external delivery, and retries it after a failure', async () => {
  const called: number[] = [];
  const call = externalHandler(happened, 'call', async (_work, { payload: { n } }) => {
    called.push(n);
    if (called.length === 1) throw new Error('no answer');
  });
  await emitEvents(7);
  await fanOutEvents(db, [call]);
  const taken = (await Promise.all([1, 2].map(() => claimExternalDeliveries(db, [call], 5)))).flat();
  expect(taken).toHaveLength(1);
  for (const waiting of taken) await deliverExternal(db, [call], waiting, log);
  expect(await openDeliveries()).toEqual([{ attempts: 1, lastError: 'Error: no answer', due: false }]);
  await sql`update platform.delivery set run_after = now()`.execute(db);
  for (const waiting of await claimExternalDeliveries(db, [call], 5)) await deliverExternal(db, [call], waiting, log);
  expect(called).toEqual([7, 7]);
  expect(await openDeliveries()).toEqual([]);
});

test('wakes up for commits of its own process, and stops on request', async () => {
  const called: number[] = [];
  const subscriptions: Subscription[] = [
    insertUnless(() => false),
    externalHandler(happened, 'call', async (_work, { payload: { n } }) => void called.push(n)),
  ];
  const relay = startRelay(db, subscriptions, log);
  await emitEvents(1, 2);
  await emitEvents(3);
  await vi.waitFor(
    async () =>
      expect([await insertedNumbers(), called.toSorted()]).toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    5000,
  );
  await relay.stop();
  await emitEvents(4);
  expect(await fanOutEvents(db, subscriptions)).toBe(2);
});
