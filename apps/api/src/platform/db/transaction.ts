import { sql } from 'kysely';
import { runBatched } from '../batching/batch-context.ts';
import { wakeSubscribers } from '../events/wake-up.ts';
import { isOutage } from '../http/error-handler.ts';
import { transactionRetries } from '../observability/metrics.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Db, Tx } from './db.ts';
import { batchedTx, isBatched, isDirty, runPipelined, startStatement } from './pipeline-driver.ts';
import { beginUnitOfWork, flushUnitOfWork, mergeInto, unitOfWork } from './unit-of-work.ts';

const maxAttempts = 3;
const deadlockCode = '40P01';
const serialisationFailureCode = '40001';

/** A concurrent change invalidated the decision. The transaction rolls back and runs again. */
export class ConcurrencyConflict extends Error {
  override name = 'ConcurrencyConflict';
  readonly code = serialisationFailureCode;
}

/**
 * Runs one transaction; `now` is the time of the database. Events, audit lines and the reply are written at its end.
 * Retried up to three times after a deadlock, a serialisation failure or ConcurrencyConflict, and after nothing else.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(db, work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt >= maxAttempts || (code !== deadlockCode && code !== serialisationFailureCode)) throw error;
      transactionRetries.inc({ code });
    }
  }
}

async function attemptOnce<T>(db: Db, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  let told = false;
  let lastWords: Promise<unknown> | undefined;
  const committed = db.transaction().execute((queued) =>
    runPipelined(queued, async (tx, now) => {
      beginUnitOfWork(tx);
      const result = await work(tx, now);
      told = unitOfWork(tx).events.length > 0;
      lastWords = (await startStatement(tx, () => flushUnitOfWork(tx))).answer;
      return result;
    }),
  );
  await committed.catch(() => {});
  await lastWords; // before the commit: if both failed, this error is the cause
  const result = await committed;
  if (told) wakeSubscribers(db);
  return result;
}

type Work<T> = (tx: Tx, now: Date) => Promise<T>;

/**
 * Runs works in one transaction with one commit. A refusal before its work wrote anything affects that work only; any
 * other failure rolls back all, and each work then gets its own transaction. Works must not depend on each other.
 */
export async function groupCommit<T>(db: Db, works: readonly Work<T>[]): Promise<PromiseSettledResult<T>[]> {
  const [only, ...others] = works;
  if (only && others.length === 0) return Promise.allSettled([inTransaction(db, only)]);
  try {
    return await inTransaction(db, (tx, now) => runInBatch(tx, now, works));
  } catch (error) {
    if (isOutage(error)) return works.map(() => ({ status: 'rejected', reason: error }));
    const outcomes: PromiseSettledResult<T>[] = [];
    for (const work of works) outcomes.push(...(await Promise.allSettled([inTransaction(db, work)])));
    return outcomes;
  }
}

export async function withBatch<T>(tx: Tx, work: (share: Tx) => Promise<T>): Promise<T> {
  if (isBatched(tx)) return work(tx);
  const share = batchedTx(tx);
  beginUnitOfWork(share);
  const result = await work(share);
  mergeInto(tx, share);
  return result;
}

async function runInBatch<T>(tx: Tx, now: Date, works: readonly Work<T>[]): Promise<PromiseSettledResult<T>[]> {
  // A long lock wait of one work would delay the whole batch. Locks on the firm's accounts last less.
  await sql`set local lock_timeout = '2s'`.execute(tx);
  const shares = works.map(() => batchedTx(tx));
  for (const share of shares) beginUnitOfWork(share);
  const outcomes = await runBatched(
    tx,
    shares.map((share, i) => () => (works[i] as Work<T>)(share, now)),
  );
  for (const [i, outcome] of outcomes.entries()) {
    const share = shares[i] as Tx;
    if (outcome.status === 'fulfilled') mergeInto(tx, share);
    else if (!(outcome.reason instanceof Refusal) || isDirty(share)) throw outcome.reason;
  }
  return outcomes;
}
