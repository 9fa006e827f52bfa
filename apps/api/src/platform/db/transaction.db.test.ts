import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { asOwner } from '../../../../../test/fixtures/database.ts';
import { defineEvent, emit } from '../events/outbox.ts';
import type { Tx } from './db.ts';
import { ConcurrencyConflict, inTransaction } from './transaction.ts';

const { db, url } = await createDatabase();
const happened = defineEvent<{ n: number }>('test.happened');

beforeEach(async () => {
  await asOwner(
    { url },
    `create table if not exists platform.trial (id int primary key); select platform.grant_to_app();
    truncate platform.trial, platform.event cascade`,
  );
});

const emitEvent = (tx: Tx, n: number) => emit({ tx, requestId: 'test' }, happened, { n });
const insert = (tx: Tx, id: number) => sql`insert into platform.trial values (${id})`.execute(tx);

async function storedRows(): Promise<{ rows: number[]; events: number }> {
  const { rows } = await sql<{ id: number }>`select id from platform.trial order by id`.execute(db);
  const told = await sql`select 1 from platform.event`.execute(db);
  return { rows: rows.map(({ id }) => id), events: told.rows.length };
}

test('uses one time of the database for the whole transaction', async () => {
  await inTransaction(db, async (tx, now) => {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(tx);
    expect(rows).toEqual([{ now }]);
  });
});

test('retries after a concurrency conflict, three times at most', async () => {
  let tries = 0;
  const secondTime = inTransaction(db, async (tx) => {
    tries += 1;
    await insert(tx, tries);
    if (tries === 1) throw new ConcurrencyConflict('again');
    return tries;
  });
  expect(await secondTime).toBe(2);
  expect(await storedRows()).toEqual({ rows: [2], events: 0 });
  tries = 0;
  const never = inTransaction(db, async () => {
    tries += 1;
    throw new ConcurrencyConflict('again');
  });
  await expect(never).rejects.toThrow(ConcurrencyConflict);
  expect(tries).toBe(3);
});

test('runs pipelined statements in order and none after a failure', async () => {
  await inTransaction(db, async (tx) => {
    const moves = [1, 2, 3].map((n) => sql`insert into platform.trial values (${n})`.execute(tx));
    const seen = sql<{ ids: number[] }>`select array_agg(id order by id) as ids from platform.trial`.execute(tx);
    await Promise.all(moves);
    expect((await seen).rows).toEqual([{ ids: [1, 2, 3] }]);
  });
  const failed = inTransaction(db, async (tx) => {
    const all = [9, 9, 10].map((id) => insert(tx, id));
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await Promise.all(all);
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await storedRows()).toEqual({ rows: [1, 2, 3], events: 0 });
});

test('throws for an event in a transaction that would never store it', async () => {
  const elsewhere = db.transaction().execute((tx) => emitEvent(tx, 1));
  await expect(elsewhere).rejects.toThrow('inTransaction');
});
