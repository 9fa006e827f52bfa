import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { balanceOf } from './balance.ts';
import { type CompletedOperation, openBulkPoster } from './bulk-poster.ts';
import { BulkPosterClosed, OutcomeUnknown } from './errors.ts';
import { checkInvariants } from './invariants.ts';
import { createTestAccount, gbp, gbpPosting, nextId, openTestLedger } from './ledger.fixture.ts';
import { post } from './transfer.ts';
import type { AccountId, Operation, Outcome, Tx } from './types.ts';

const { db, faults, inTransaction } = await openTestLedger(8);
await sql`create table note (op_id uuid primary key, words text not null check (words <> 'unspeakable'))`.execute(db);

type Note = string;

async function writeNotes(tx: Tx, done: readonly CompletedOperation<Note>[]): Promise<void> {
  const ids = done.map(({ operation }) => operation.id);
  await sql`insert into note select * from unnest(${ids}::uuid[], ${done.map(({ content }) => content)}::text[])`.execute(
    tx,
  );
}
const notesOf = async (operations: readonly Operation[]): Promise<number> => {
  const ids = operations.map(({ id }) => id);
  const { rows } = await sql`select from note where op_id = any(${ids}::uuid[])`.execute(db);
  return rows.length;
};

const move = (debit: AccountId, credit: AccountId, minor: number): Operation => ({
  kind: 'post',
  id: nextId(),
  code: 'gift',
  postings: [gbpPosting(debit, credit, minor)],
});
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const count = (outcomes: Outcome[], wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
const balance = async (id: AccountId) => (await inTransaction((tx) => balanceOf(tx, id))).balance;
const createAccounts = (n: number, pennies = 0): Promise<AccountId[]> =>
  inTransaction(async (tx) => {
    const ids: AccountId[] = [];
    while (ids.length < n) ids.push(await createTestAccount(tx, { balance: pennies }));
    return ids;
  });
const createAccountPair = async (pennies: number) =>
  [...(await createAccounts(1, pennies)), ...(await createAccounts(1))] as [AccountId, AccountId];

test('a single operation runs at once and is answered after its commit', async () => {
  const lane = openBulkPoster(db);
  const [payer, payee] = await createAccountPair(1000);
  const outcome = await lane.submit(move(payer, payee, 300));
  expect(outcome).toMatchObject({ outcome: 'done', accounts: [{ id: payer, balance: gbp(700) }, { id: payee }] });
  expect(await balance(payee)).toEqual(gbp(300));
  await lane.close();
});

test('1,024 callers on one hot account share few commits, and each gets its own outcome', async () => {
  const lane = openBulkPoster(db);
  const [payer, ...payees] = (await createAccounts(9, 1000)) as [AccountId, ...AccountId[]];
  const commits = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{
      n: bigint;
    }>`select count(distinct xmin::text)::bigint as n from ledger.transfer`.execute(db);
    return Number(rows[0]?.n);
  };
  const before = await commits();
  const outcomes = await Promise.all(times(1024, (i) => lane.submit(move(payer, payees[i % 8] as AccountId, 1))));
  expect([count(outcomes, 'done'), count(outcomes, 'insufficient_funds')]).toEqual([1000, 24]);
  expect(await balance(payer)).toEqual(gbp(0));
  expect((await commits()) - before).toBeLessThanOrEqual(2);
  expect(outcomes.slice(0, 1000).map(({ accounts }) => accounts[0]?.balance)).toEqual(times(1000, (i) => gbp(999 - i)));
  await lane.close();
});

test('collects what arrives while a batch runs, up to the maximum', async () => {
  const sizes: number[] = [];
  const lane = openBulkPoster(db, {
    maxBatch: 10,
    writers: { note: async (_: Tx, done: readonly CompletedOperation<Note>[]) => void sizes.push(done.length) },
  });
  const [payer, payee] = await createAccountPair(1000);
  const send = (n: number) => times(n, () => lane.submit(move(payer, payee, 1), { kind: 'note', content: '' }));
  const first = send(3);
  await first[0];
  await Promise.all([...first, ...send(25)]);
  expect(sizes).toEqual([3, 10, 10, 5]);
  await lane.close();
});

test('an id submitted twice at the same time is done once, with one attachment', async () => {
  const lane = openBulkPoster(db, { writers: { note: writeNotes } });
  const [payer, payee] = await createAccountPair(1000);
  const gift = move(payer, payee, 7);
  const outcomes = await Promise.all(times(50, () => lane.submit(gift, { kind: 'note', content: 'once' })));
  expect([count(outcomes, 'done'), count(outcomes, 'exists')]).toEqual([1, 49]);
  expect(new Set(outcomes.map(({ accounts }) => String(accounts[0]?.balance.minor)))).toEqual(new Set(['993']));
  expect(await lane.submit({ ...gift, code: 'bribe' })).toEqual({ outcome: 'operation_mismatch', accounts: [] });
  expect(await notesOf([gift])).toBe(1);
  await lane.close();
});

test('a refused operation affects no other one, and its attachment is not written', async () => {
  const lane = openBulkPoster(db, { writers: { note: writeNotes } });
  const [payer, payee] = await createAccountPair(500);
  const operations = times(20, (i) => move(payer, payee, i % 2 ? 10 : 10_000));
  const outcomes = await Promise.all(operations.map((o) => lane.submit(o, { kind: 'note', content: 'gift' })));
  expect([count(outcomes, 'done'), count(outcomes, 'insufficient_funds')]).toEqual([10, 10]);
  expect(await notesOf(operations)).toBe(10);
  await lane.close();
});

test('an attachment that fails affects only its own operation, which can be retried', async () => {
  const lane = openBulkPoster(db, { writers: { note: writeNotes } });
  const [payer, payee] = await createAccountPair(100);
  const operations = times(9, () => move(payer, payee, 1));
  const settled = await Promise.allSettled(
    operations.map((o, i) => lane.submit(o, { kind: 'note', content: i === 4 ? 'unspeakable' : 'gift' })),
  );
  expect(settled.map(({ status }) => status)).toEqual(times(9, (i) => (i === 4 ? 'rejected' : 'fulfilled')));
  expect(settled[4]).toMatchObject({ reason: { code: '23514' } });
  expect(await notesOf(operations)).toBe(8);
  expect(await balance(payee)).toEqual(gbp(8));
  expect(await lane.submit(operations[4] as Operation)).toMatchObject({ outcome: 'done' });
  await lane.close();
});

test('reports invalid input to its caller only', async () => {
  const lane = openBulkPoster(db, { writers: { note: writeNotes } });
  const [payer, payee] = await createAccountPair(100);
  const good = lane.submit(move(payer, payee, 1));
  await expect(lane.submit({ kind: 'post', id: nextId(), code: 'gift', postings: [] })).rejects.toThrow(RangeError);
  await expect(lane.submit({ ...move(payer, payee, 1), id: 'x' as Operation['id'] })).rejects.toThrow(TypeError);
  const stranger = { kind: 'poem', content: '' } as unknown as { kind: 'note'; content: Note };
  await expect(lane.submit(move(payer, payee, 1), stranger)).rejects.toThrow('nobody writes poem');
  expect(await good).toMatchObject({ outcome: 'done' });
  await lane.close();
});

test('closing waits for accepted operations and refuses new ones', async () => {
  const lane = openBulkPoster(db, { maxBatch: 5 });
  const [payer, payee] = await createAccountPair(100);
  const sent = Promise.all(times(23, () => lane.submit(move(payer, payee, 1))));
  await lane.close();
  expect(await balance(payee)).toEqual(gbp(23));
  expect(count(await sent, 'done')).toBe(23);
  await expect(lane.submit(move(payer, payee, 1))).rejects.toThrow(BulkPosterClosed);
});

test('terminated connections lose nothing and repeat nothing', {
  timeout: 60_000,
}, async () => {
  const lane = openBulkPoster(db, {
    maxBatch: 40,
    writers: { note: writeNotes },
  });
  const [payer, payee] = await createAccountPair(100_000);
  const operations = times(1200, () => move(payer, payee, 1));
  const killing = new AbortController();
  let killed = 0;
  const killer = (async () => {
    for (; !killing.signal.aborted; await sleep(20)) {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db);
      killed += rows.length;
    }
  })();
  const outcomes = await Promise.all(operations.map((o) => lane.submit(o, { kind: 'note', content: 'gift' }))).finally(
    () => killing.abort(),
  );
  await killer;
  expect(killed).toBeGreaterThan(0);
  expect(count(outcomes, 'done') + count(outcomes, 'exists')).toBe(1200);
  expect(await balance(payee)).toEqual(gbp(1200));
  expect(await notesOf(operations)).toBe(1200);
  await checkInvariants(db);
  await lane.close();
});

test('retries when the answer is cut off after COMMIT', async () => {
  const lane = openBulkPoster(
    db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: dropFirstAnswer(),
    }),
  );
  const [payer, payee] = await createAccountPair(100);
  expect(await lane.submit(move(payer, payee, 1))).toMatchObject({
    outcome: 'exists',
    accounts: [{ balance: gbp(99) }, {}],
  });
  expect(await balance(payee)).toEqual(gbp(1));
  await lane.close();
});

function dropFirstAnswer() {
  let isCut = false;
  return async <T>({ result }: { result: T }): Promise<T> => {
    if (isCut) return result;
    isCut = true;
    throw new Error('Connection terminated unexpectedly');
  };
}

test('an unreachable database makes the outcome unknown, and a retry with the same id resolves it', async () => {
  const lane = openBulkPoster(db, { deadlineMs: 300 });
  const [payer, payee] = await createAccountPair(100);
  const gift = move(payer, payee, 1);
  const blocker = await db.startTransaction().execute();
  await sql`select from ledger.account where id = ${payer} for update`.execute(blocker);
  await expect(lane.submit(gift)).rejects.toThrow(OutcomeUnknown);
  await blocker.rollback().execute();
  expect((await lane.submit(gift)).outcome).toMatch(/done|exists/);
  expect(await balance(payee)).toEqual(gbp(1));
  await lane.close();
});

test('an id submitted in bulk and directly, for different accounts, is done once', { timeout: 60_000 }, async () => {
  const lane = openBulkPoster(db);
  for (let round = 0; round < 10; round += 1) {
    const [a, b, c, d] = (await createAccounts(4, 100)) as [AccountId, AccountId, AccountId, AccountId];
    const [inLane, beside] = [move(a, b, 1), move(c, d, 1)];
    const other = inTransaction((tx) => post(tx, { ...beside, id: inLane.id } as never)).then(
      ({ outcome }) => outcome,
      (error: { code: string }) => error.code,
    );
    const outcomes = [(await lane.submit(inLane)).outcome, await other];
    expect(outcomes.toSorted()).toEqual(['done', 'operation_mismatch']);
  }
  await lane.close();
});

test('several processes post to the same accounts without deadlock', { timeout: 60_000 }, async () => {
  const lanes = times(3, () => openBulkPoster(db, { maxBatch: 25 }));
  const ring = await createAccounts(6, 1000);
  const at = (i: number) => ring[i % 6] as AccountId;
  const outcomes = await Promise.all(
    times(600, (i) =>
      (lanes[i % 3] as (typeof lanes)[0]).submit(
        move(at(i * 5 + (i % 4)), at(i * 5 + (i % 4) + 1 + (i % 3)), 1 + (randomBytes(1)[0] ?? 0)),
      ),
    ),
  );
  expect(count(outcomes, 'done') + count(outcomes, 'insufficient_funds')).toBe(600);
  expect(faults).not.toContain('40P01');
  const left = await Promise.all(ring.map(balance));
  expect(left.reduce((sum, { minor }) => sum + minor, 0n)).toBe(6000n);
  await Promise.all(lanes.map((lane) => lane.close()));
  await checkInvariants(db);
});
