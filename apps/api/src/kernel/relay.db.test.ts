import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { asOwner } from '../../../../test/database.ts';
import { asSystem, givenDatabase } from '../../../../test/given.ts';
import { openLog } from './log.ts';
import { emit, event } from './outbox.ts';
import { deliverInside, deliverOutside, fanOut, inside, outside, type Subscription, takeOutside } from './relay.ts';
import { runRelay } from './run-relay.ts';

const { db, url } = await givenDatabase();
const log = openLog('silent');
const happened = event<{ n: number }>('test.happened');

beforeEach(async () => {
  await asOwner(
    { url },
    `create table if not exists kernel.trial (n int primary key); select kernel.grant_to_app();
    truncate kernel.trial, kernel.event cascade`,
  );
});

const noteUnless = (bad: (n: number) => boolean) =>
  inside(happened, 'note', async ({ tx }, { payload: { n } }) => {
    await sql`insert into kernel.trial values (${n})`.execute(tx);
    if (bad(n)) throw new Error(`stumbled over ${n}`);
  });

const tell = (...numbers: number[]) =>
  asSystem(db, async (ctx) => {
    for (const n of numbers) await emit(ctx, happened, { n });
  });

async function noted(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from kernel.trial order by n`.execute(db);
  return rows.map(({ n }) => n);
}

async function open(): Promise<{ attempts: number; last_error: string | null; due: boolean }[]> {
  const { rows } = await sql<{ attempts: number; last_error: string | null; due: boolean }>`
    select attempts, last_error, run_after <= now() as due from kernel.delivery where done_at is null`.execute(db);
  return rows;
}

test('delivers many events in one transaction, each exactly once', async () => {
  const subscriptions = [noteUnless(() => false)];
  await tell(1, 2, 3, 4, 5);
  expect(await fanOut(db, subscriptions)).toBe(5);
  const turns = await Promise.all([1, 2, 3].map(() => deliverInside(db, subscriptions, log, 3)));
  expect(turns.reduce((sum, n) => sum + n)).toBe(5);
  expect(await noted()).toEqual([1, 2, 3, 4, 5]);
  expect(await open()).toEqual([]);
});

test('isolates a failed delivery and retries it later', async () => {
  const subscriptions = [noteUnless((n) => n === 3)];
  await tell(1, 2, 3, 4, 5);
  await fanOut(db, subscriptions);
  await deliverInside(db, subscriptions, log);
  expect(await noted()).toEqual([1, 2, 4, 5]);
  expect(await open()).toEqual([{ attempts: 1, last_error: 'Error: stumbled over 3', due: false }]);
  await sql`update kernel.delivery set run_after = now()`.execute(db);
  await deliverInside(db, [noteUnless(() => false)], log);
  expect(await noted()).toEqual([1, 2, 3, 4, 5]);
});

test('lets one relay claim an external delivery, and retries it after a failure', async () => {
  const called: number[] = [];
  const call = outside(happened, 'call', async (_work, { payload: { n } }) => {
    called.push(n);
    if (called.length === 1) throw new Error('no answer');
  });
  await tell(7);
  await fanOut(db, [call]);
  const taken = (await Promise.all([1, 2].map(() => takeOutside(db, [call], 5)))).flat();
  expect(taken).toHaveLength(1);
  for (const waiting of taken) await deliverOutside(db, [call], waiting, log);
  expect(await open()).toEqual([{ attempts: 1, last_error: 'Error: no answer', due: false }]);
  await sql`update kernel.delivery set run_after = now()`.execute(db);
  for (const waiting of await takeOutside(db, [call], 5)) await deliverOutside(db, [call], waiting, log);
  expect(called).toEqual([7, 7]);
  expect(await open()).toEqual([]);
});

test('wakes up for commits of its own process, and stops on request', async () => {
  const called: number[] = [];
  const subscriptions: Subscription[] = [
    noteUnless(() => false),
    outside(happened, 'call', async (_work, { payload: { n } }) => void called.push(n)),
  ];
  const relay = runRelay(db, subscriptions, log);
  await tell(1, 2);
  await tell(3);
  await vi.waitFor(
    async () =>
      expect([await noted(), called.toSorted()]).toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    5000,
  );
  await relay.stop();
  await tell(4);
  expect(await fanOut(db, subscriptions)).toBe(2);
});
