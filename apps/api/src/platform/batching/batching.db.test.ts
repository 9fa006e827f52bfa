import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { asOwner } from '../../../../../test/fixtures/database.ts';
import type { Tx } from '../db/db.ts';
import { inTransaction } from '../db/transaction.ts';
import { defineEvent, emit } from '../events/outbox.ts';
import { Refusal } from '../requests/refusal.ts';
import { flushWhenAllWaiting, runBatched } from './batch-context.ts';
import { batchLoader, coalesce } from './batch-loader.ts';
import { groupCommit, withBatch } from './group-commit.ts';

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

describe('works in a shared transaction', () => {
  const note = batchLoader('writes', async (tx, ids: readonly number[]) => {
    await sql`insert into platform.trial select unnest(${ids}::int[])`.execute(tx);
    return ids.map((id) => `${id} of ${ids.length}`);
  });
  const look = batchLoader('reads', async (tx, ids: readonly number[]) => {
    const { rows } = await sql<{ at: string }>`select pg_current_xact_id()::text as at`.execute(tx);
    return ids.map(() => rows[0]?.at);
  });
  const no = () => {
    throw new Refusal('limit_exceeded');
  };
  const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
    outcomes.map((o) => (o.status === 'fulfilled' ? o.value : (o.reason as { code: string }).code));

  test('combine requests of one turn into one statement, and emit their events', async () => {
    const outcomes = await groupCommit(
      db,
      [1, 2, 3].map((n) => async (tx: Tx) => {
        await emitEvent(tx, n);
        return note(tx, n);
      }),
    );
    expect(codes(outcomes)).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    expect(await storedRows()).toEqual({ rows: [1, 2, 3], events: 3 });
  });

  test('roll back alone when they refuse before a write, and emit no events then', async () => {
    const refuse = async (tx: Tx) => {
      await emitEvent(tx, 2);
      await look(tx, 2);
      return no();
    };
    const outcomes = await groupCommit<unknown>(db, [(tx) => note(tx, 1), refuse, (tx) => note(tx, 3)]);
    expect(codes(outcomes)).toEqual(['1 of 2', 'limit_exceeded', '3 of 2']);
    expect(await storedRows()).toEqual({ rows: [1, 3], events: 0 });
  });

  test.for([
    ['through a statement for many', (tx: Tx) => note(tx, 2)],
    ['by themselves', (tx: Tx) => insert(tx, 2)],
  ] as const)('run in separate transactions after one refuses following a write, %s', async ([, write]) => {
    const refuse = async (tx: Tx) => {
      await write(tx);
      return no();
    };
    const outcomes = await groupCommit<unknown>(db, [(tx) => note(tx, 1), refuse, (tx) => note(tx, 3)]);
    expect(codes(outcomes)).toEqual(['1 of 1', 'limit_exceeded', '3 of 1']);
    expect(await storedRows()).toEqual({ rows: [1, 3], events: 0 });
  });

  test('do not wait long for a lock that only one of them needs', async () => {
    await sql`insert into platform.trial values (7)`.execute(db);
    const [took, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = inTransaction(db, async (tx) => {
      await sql`select from platform.trial where id = 7 for update`.execute(tx);
      took.resolve();
      await done.promise;
    });
    await took.promise;
    const slow = async (tx: Tx) => {
      await sql`select from platform.trial where id = 7 for update`.execute(tx);
      return 'slow';
    };
    const quick = async (tx: Tx) => {
      const told = await note(tx, 1);
      done.resolve();
      return told;
    };
    expect(codes(await groupCommit<unknown>(db, [quick, slow]))).toEqual(['1 of 1', 'slow']);
    await holder;
  });

  test('run in separate transactions after a combined statement fails', async () => {
    const outcomes = await groupCommit(
      db,
      [1, 2, 2].map((n) => (tx: Tx) => note(tx, n)),
    );
    expect(codes(outcomes)).toEqual(['1 of 1', '2 of 1', '23505']);
    expect(await storedRows()).toEqual({ rows: [1, 2], events: 0 });
  });
});

describe('a call that waits for the whole batch', () => {
  const asked: number[][] = [];
  const last = flushWhenAllWaiting(
    batchLoader('writes', async (_, ids: readonly number[]) => {
      asked.push([...ids]);
      return ids;
    }),
  );
  const look = batchLoader('reads', async (tx, ids: readonly number[]) => {
    await sql`select`.execute(tx);
    return ids;
  });
  const turns = async (tx: Tx, n: number) => {
    for (let i = 0; i < n; i += 1) await look(tx, i);
  };
  beforeEach(() => void asked.splice(0));

  test('runs once for all members, however long each takes to reach it', async () => {
    const works = [0, 3, 1].map((n) => async (tx: Tx) => {
      await turns(tx, n);
      return last(tx, n);
    });
    const outcomes = await groupCommit(db, works);
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value)).toEqual([0, 3, 1]);
    expect(asked).toEqual([[0, 1, 3]]);
  });

  test('does not wait for members that have completed or refused', async () => {
    const refuse = async (tx: Tx) => {
      await turns(tx, 2);
      throw new Refusal('limit_exceeded');
    };
    await groupCommit<unknown>(db, [(tx) => last(tx, 1), (tx) => turns(tx, 3), refuse, (tx) => last(tx, 2)]);
    expect(asked).toEqual([[1, 2]]);
  });

  test('waits for nested works, but not for those that do not make the call', async () => {
    const many = async (tx: Tx) => {
      await turns(tx, 1);
      await runBatched(
        tx,
        [1, 0, 2].map((n) => async () => {
          await turns(tx, n);
          if (n > 0) await last(tx, n);
        }),
      );
      await runBatched(tx, []);
      await turns(tx, 2);
      await last(tx, 9);
    };
    await groupCommit<unknown>(db, [many, (tx) => last(tx, 5), many]);
    expect(asked).toEqual([
      [5, 1, 1, 2, 2],
      [9, 9],
    ]);
  });

  test('runs at once outside a batch, and once for a batch within one transaction', async () => {
    await inTransaction(db, async (tx) => {
      await last(tx, 1);
      await withBatch(tx, (share) =>
        runBatched(
          share,
          [3, 0].map((n) => async () => {
            await turns(share, n);
            return last(share, n);
          }),
        ),
      );
      await last(tx, 2);
    });
    expect(asked).toEqual([[1], [0, 3], [2]]);
  });
});

test('combines items that arrive meanwhile, but never two with one serial key', async () => {
  const batches: number[][] = [];
  const ask = coalesce<number, number>(
    async (_, items) => {
      batches.push([...items]);
      await setTimeout(5);
      if (items.includes(13)) throw new Error('no luck');
      return items.map((n) => n * 2);
    },
    { serialKey: (n) => String(n % 10), maxBatchSize: 3 },
  );
  const first = ask(db, 1);
  await setTimeout(2);
  expect(await Promise.all([first, ...[2, 12, 3, 4, 5].map((n) => ask(db, n))])).toEqual([2, 4, 24, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [12, 5]]);
  await expect(ask(db, 13)).rejects.toThrow('no luck');
  expect(await ask(db, 6)).toBe(12);
});
