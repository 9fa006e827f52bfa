import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import { inTransaction } from '../db/transaction.ts';
import { isOutage } from '../http/error-handler.ts';
import { Refusal } from '../requests/refusal.ts';
import { zip } from '../values/values.ts';
import { batchedTx, isBatched, isDirty, runBatched } from './batch-context.ts';
import { beginUnitOfWork, mergeInto } from './unit-of-work.ts';

type Work<T> = (tx: Tx, now: Date) => Promise<T>;

/**
 * Runs works in one transaction with one commit. A refusal before its work wrote anything affects that work only; any
 * other failure rolls back all, and each work then gets its own transaction. Works must not depend on each other. See
 * docs/batching.md.
 */
export async function groupCommit<T>(db: Db, works: readonly Work<T>[]): Promise<PromiseSettledResult<T>[]> {
  const [only, ...more] = works;
  if (only && more.length === 0) return Promise.allSettled([inTransaction(db, only)]);
  try {
    return await inTransaction(db, (tx, now) => runInBatch(tx, now, works));
  } catch (error) {
    if (isOutage(error)) return works.map(() => ({ status: 'rejected', reason: error }));
    const outcomes: PromiseSettledResult<T>[] = [];
    for (const work of works) outcomes.push(...(await Promise.allSettled([inTransaction(db, work)])));
    return outcomes;
  }
}

/** Lets one work of a transaction use batch loaders for many items. */
export async function withBatch<T>(tx: Tx, work: (batched: Tx) => Promise<T>): Promise<T> {
  if (isBatched(tx)) return work(tx);
  const batched = batchedTx(tx);
  beginUnitOfWork(batched);
  const result = await work(batched);
  mergeInto(tx, batched);
  return result;
}

async function runInBatch<T>(tx: Tx, now: Date, works: readonly Work<T>[]): Promise<PromiseSettledResult<T>[]> {
  // A long lock wait of one work would delay the whole batch. Locks on the firm's accounts last less.
  await sql`set local lock_timeout = '2s'`.execute(tx);
  const batched = works.map(() => batchedTx(tx));
  for (const each of batched) beginUnitOfWork(each);
  const outcomes = await runBatched(
    tx,
    zip(batched, works).map(
      ([each, work]) =>
        () =>
          work(each, now),
    ),
  );
  for (const [each, outcome] of zip(batched, outcomes)) {
    if (outcome.status === 'fulfilled') mergeInto(tx, each);
    else if (!(outcome.reason instanceof Refusal) || isDirty(each)) throw outcome.reason;
  }
  return outcomes;
}
