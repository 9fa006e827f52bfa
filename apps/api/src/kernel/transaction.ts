import { sql } from 'kysely';
import { ring } from './bell.ts';
import { inCompany } from './company.ts';
import type { Db, Tx } from './db.ts';
import { hasWritten, isShared, pipelined, send, shareOf } from './driver.ts';
import { isOutage } from './failure.ts';
import { repeats } from './metrics.ts';
import { Refusal } from './refusal.ts';
import { beginWork, finishWork, takeOver, workOf } from './unit-of-work.ts';

const mostTries = 3;
const deadlock = '40P01';
const serialisation = '40001';

/** A concurrent change invalidated the decision. The transaction rolls back and runs again. */
export class Overtaken extends Error {
  override name = 'Overtaken';
  readonly code = serialisation;
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
      if (attempt >= mostTries || (code !== deadlock && code !== serialisation)) throw error;
      repeats.inc({ code });
    }
  }
}

async function attemptOnce<T>(db: Db, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  let told = false;
  let lastWords: Promise<unknown> | undefined;
  const committed = db.transaction().execute((queued) =>
    pipelined(queued, async (tx, now) => {
      beginWork(tx);
      const result = await work(tx, now);
      told = workOf(tx).events.length > 0;
      lastWords = (await send(tx, () => finishWork(tx))).answer;
      return result;
    }),
  );
  await committed.catch(() => {});
  await lastWords; // before the commit: if both failed, this error is the cause
  const result = await committed;
  if (told) ring(db);
  return result;
}

type Work<T> = (tx: Tx, now: Date) => Promise<T>;

/**
 * Runs works in one transaction with one commit. A refusal before its work wrote anything affects that work only; any
 * other failure rolls back all, and each work then gets its own transaction. Works must not depend on each other.
 */
export async function inOneTransaction<T>(db: Db, works: readonly Work<T>[]): Promise<PromiseSettledResult<T>[]> {
  const [only, ...others] = works;
  if (only && others.length === 0) return Promise.allSettled([inTransaction(db, only)]);
  try {
    return await inTransaction(db, (tx, now) => sideBySide(tx, now, works));
  } catch (error) {
    if (isOutage(error)) return works.map(() => ({ status: 'rejected', reason: error }));
    const outcomes: PromiseSettledResult<T>[] = [];
    for (const work of works) outcomes.push(...(await Promise.allSettled([inTransaction(db, work)])));
    return outcomes;
  }
}

export async function sharing<T>(tx: Tx, work: (share: Tx) => Promise<T>): Promise<T> {
  if (isShared(tx)) return work(tx);
  const share = shareOf(tx);
  beginWork(share);
  const result = await work(share);
  takeOver(tx, share);
  return result;
}

async function sideBySide<T>(tx: Tx, now: Date, works: readonly Work<T>[]): Promise<PromiseSettledResult<T>[]> {
  // A long lock wait of one work would delay the whole batch. Locks on the firm's accounts last less.
  await sql`set local lock_timeout = '2s'`.execute(tx);
  const shares = works.map(() => shareOf(tx));
  for (const share of shares) beginWork(share);
  const outcomes = await inCompany(
    tx,
    shares.map((share, i) => () => (works[i] as Work<T>)(share, now)),
  );
  for (const [i, outcome] of outcomes.entries()) {
    const share = shares[i] as Tx;
    if (outcome.status === 'fulfilled') takeOver(tx, share);
    else if (!(outcome.reason instanceof Refusal) || hasWritten(share)) throw outcome.reason;
  }
  return outcomes;
}
