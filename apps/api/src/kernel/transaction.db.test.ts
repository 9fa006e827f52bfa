import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { asOwner } from '../../../../test/database.ts';
import { givenDatabase } from '../../../../test/given.ts';
import type { Tx } from './db.ts';
import { emit, event } from './outbox.ts';
import { Refusal } from './refusal.ts';
import { inTransaction, Overtaken } from './transaction.ts';
import { beforeCommit } from './unit-of-work.ts';

const { db, url } = await givenDatabase();
const happened = event<{ n: number }>('test.happened');

beforeEach(async () => {
  await asOwner(
    { url },
    `create table if not exists kernel.trial (id int primary key); select kernel.grant_to_app();
    truncate kernel.trial, kernel.event cascade`,
  );
});

const tell = (tx: Tx, n: number) => emit({ tx, requestId: 'test' }, happened, { n });
const insert = (tx: Tx, id: number) => sql`insert into kernel.trial values (${id})`.execute(tx);
const proofOf = (tx: Tx, id: number) => sql`select 1 / count(*) from kernel.trial where id = ${id}`.execute(tx);

async function standing(): Promise<{ rows: number[]; events: number }> {
  const { rows } = await sql<{ id: number }>`select id from kernel.trial order by id`.execute(db);
  const told = await sql`select 1 from kernel.event`.execute(db);
  return { rows: rows.map(({ id }) => id), events: told.rows.length };
}

test('the time is the database’s, and the same in the whole transaction', async () => {
  await inTransaction(db, async (tx, now) => {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(tx);
    expect(rows).toEqual([{ now }]);
  });
});

test('last steps are done in their order, after everything else, and what was collected comes along', async () => {
  await inTransaction(db, async (tx) => {
    const moveOn = () => sql`update kernel.trial set id = id + 1`.execute(tx);
    beforeCommit(
      tx,
      () => insert(tx, 10),
      () => proofOf(tx, 10),
    );
    beforeCommit(tx, moveOn, () => proofOf(tx, 11));
    await tell(tx, 1);
    await insert(tx, 20);
  });
  expect(await standing()).toEqual({ rows: [11, 21], events: 1 });
});

test('a last step that is refused undoes everything, and its refusal is what is heard', async () => {
  const refused = inTransaction(db, async (tx) => {
    const refuse = async () => {
      await sql`select 1`.execute(tx);
      throw new Refusal('account_not_usable');
    };
    beforeCommit(tx, refuse, () => proofOf(tx, 10));
    await tell(tx, 1);
    await insert(tx, 20);
  });
  await expect(refused).rejects.toMatchObject({ code: 'account_not_usable' });
  expect(await standing()).toEqual({ rows: [], events: 0 });
});

test('a last step that fails in the database undoes everything, and its own error is what is heard', async () => {
  const failed = inTransaction(db, async (tx) => {
    await insert(tx, 10);
    beforeCommit(
      tx,
      () => insert(tx, 10),
      () => proofOf(tx, 10),
    );
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await standing()).toEqual({ rows: [], events: 0 });
});

test('a failure before the end sends no last step', async () => {
  let sent = false;
  const failed = inTransaction(db, async (tx) => {
    beforeCommit(
      tx,
      async () => (sent = true),
      () => proofOf(tx, 10),
    );
    await insert(tx, 10);
    await insert(tx, 10);
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(sent).toBe(false);
});

test('whoever was overtaken decides again, three times at most', async () => {
  let tries = 0;
  const secondTime = inTransaction(db, async (tx) => {
    tries += 1;
    await insert(tx, tries);
    if (tries === 1) throw new Overtaken('again');
    return tries;
  });
  expect(await secondTime).toBe(2);
  expect(await standing()).toEqual({ rows: [2], events: 0 });
  tries = 0;
  const never = inTransaction(db, async () => {
    tries += 1;
    throw new Overtaken('again');
  });
  await expect(never).rejects.toThrow(Overtaken);
  expect(tries).toBe(3);
});

test('statements asked for together are run in that order, and none after one that failed', async () => {
  await inTransaction(db, async (tx) => {
    const moves = [1, 2, 3].map((n) => sql`insert into kernel.trial values (${n})`.execute(tx));
    const seen = sql<{ ids: number[] }>`select array_agg(id order by id) as ids from kernel.trial`.execute(tx);
    await Promise.all(moves);
    expect((await seen).rows).toEqual([{ ids: [1, 2, 3] }]);
  });
  const failed = inTransaction(db, async (tx) => {
    const all = [9, 9, 10].map((id) => insert(tx, id));
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await Promise.all(all);
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await standing()).toEqual({ rows: [1, 2, 3], events: 0 });
});

test('events of a transaction that nobody finishes are not lost in silence', async () => {
  const elsewhere = db.transaction().execute((tx) => tell(tx, 1));
  await expect(elsewhere).rejects.toThrow('inTransaction');
});
