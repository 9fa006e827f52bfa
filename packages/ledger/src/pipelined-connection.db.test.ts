import { setTimeout as sleep } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestLedger } from './ledger.fixture.ts';
import { PipelinedConnection } from './pipelined-connection.ts';

const { db } = await openTestLedger(2);
await sql`create table word (place int generated always as identity, said text not null check (said <> 'unspeakable'))`.execute(
  db,
);

const insertWord = (said: string, after = 0) => sql`insert into word (said) select ${said} from pg_sleep(${after})`;
const insertedWords = async (): Promise<string[]> => {
  const { rows } = await sql<{ said: string }>`select said from word order by place`.execute(db);
  await sql`truncate word`.execute(db);
  return rows.map((row) => row.said);
};
const backendPid = async (on: QueryExecutorProvider): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid;
const idle = async (): Promise<number> => {
  await sleep(20);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in%'`.execute(
    db,
  );
  return rows[0]?.n ?? Number.NaN;
};

test('sends a statement before the previous answer, on the same connection and in order', async () => {
  const line = new PipelinedConnection(db);
  const events: string[] = [];
  const slow = line.statement(async (on) => {
    events.push('first sent');
    await insertWord('first', 0.1).execute(on);
    events.push('first answered');
    return backendPid(on);
  });
  const fast = line.statement(async (on) => {
    events.push('second sent');
    await insertWord('second').execute(on);
    return backendPid(on);
  });
  expect(await slow).toBe(await fast);
  expect(events).toEqual(['first sent', 'second sent', 'first answered']);
  expect(await insertedWords()).toEqual(['first', 'second']);
});

test('a failing statement does not affect the ones sent after it', async () => {
  const line = new PipelinedConnection(db);
  const outcomes = await Promise.allSettled(
    ['first', 'unspeakable', 'third'].map((word) => line.statement((on) => insertWord(word).execute(on))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await insertedWords()).toEqual(['first', 'third']);
});

test('a transaction has the connection exclusively until it ends', async () => {
  const line = new PipelinedConnection(db);
  const words = (word: string) => async (on: QueryExecutorProvider) => {
    await insertWord(`${word}, begun`, 0.02).execute(on);
    await sleep(20);
    await insertWord(`${word}, ended`).execute(on);
  };
  const undone = line.transaction(async (tx) => {
    await words('undone')(tx);
    throw new Error('changed my mind');
  });
  const others = [
    line.statement((on) => insertWord('before').execute(on)),
    line.transaction(words('one')),
    line.statement((on) => insertWord('between').execute(on)),
    line.transaction(words('other')),
  ];
  await expect(undone).rejects.toThrow('changed my mind');
  await Promise.all(others);
  expect(await insertedWords()).toEqual([
    'before',
    'one, begun',
    'one, ended',
    'between',
    'other, begun',
    'other, ended',
  ]);
  expect(await idle()).toBe(0);
});

test('a discarded connection returns to the pool, and the next call uses another one', async () => {
  const line = new PipelinedConnection(db);
  const stuck = line.statement(async (on) => [await backendPid(on), await insertWord('late', 0.2).execute(on)]);
  line.discard();
  const next = line.statement(backendPid);
  expect(await next).not.toBe((await stuck)[0]);
  await Promise.all([sql`select pg_sleep(0.01)`.execute(db), sql`select pg_sleep(0.01)`.execute(db)]);
  expect(await insertedWords()).toEqual(['late']);
});

test('a connection that ends fails its statements, and the next call uses another one', async () => {
  const line = new PipelinedConnection(db);
  const pid = await line.statement(backendPid);
  const both = Promise.allSettled(
    ['lost', 'lost too'].map((word) => line.statement((on) => insertWord(word, 5).execute(on))),
  );
  await sleep(50);
  await sql`select pg_terminate_backend(${pid})`.execute(db);
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  line.discard();
  expect(await line.statement(backendPid)).not.toBe(pid);
  expect(await insertedWords()).toEqual([]);
});
