import { sql } from 'kysely';
import { beginUnitOfWork, flushUnitOfWork, unitOfWork } from '../batching/unit-of-work.ts';
import { wakeSubscribers } from '../events/wake-up.ts';
import { transactionRetries } from '../observability/metrics.ts';
import type { Db, Tx } from './db.ts';
import { runPipelined, startStatement } from './pipeline-driver.ts';

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
  let hasEvents = false;
  let flushed: Promise<unknown> | undefined;
  const committed = db.transaction().execute((queued) =>
    runPipelined(queued, async (tx, now) => {
      beginUnitOfWork(tx);
      const result = await work(tx, now);
      hasEvents = unitOfWork(tx).events.length > 0;
      flushed = (await startStatement(tx, () => flushUnitOfWork(tx))).answer;
      return result;
    }),
  );
  await committed.catch(() => {});
  await flushed; // before the commit: if both failed, this error is the cause
  const result = await committed;
  if (hasEvents) wakeSubscribers(db);
  return result;
}

/** Locks names until the transaction ends, always in the same order to prevent deadlocks. */
export async function acquireLocks(tx: Tx, names: readonly string[]): Promise<readonly undefined[]> {
  await sql`
    select pg_advisory_xact_lock(number)
    from (select hashtextextended(name, 0) as number from unnest(${names}::text[]) as n (name) order by 1) as ordered`.execute(
    tx,
  );
  return names.map(() => undefined);
}
