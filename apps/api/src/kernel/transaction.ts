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

/** Somebody else was faster, and what was decided no longer holds: the transaction is undone and decided again. */
export class Overtaken extends Error {
  override name = 'Overtaken';
  readonly code = serialisation;
}

/**
 * One transaction with the database's own time. Events, audit lines and the reply are written together at its end.
 * Repeated whole after a deadlock, a serialisation failure or Overtaken, three times at most; nothing else is ever repeated.
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
      lastWords = (await send(tx, () => finishWork(tx))).answer; // the commit goes out behind them
      return result;
    }),
  );
  await committed.catch(() => {});
  await lastWords; // of a failed commit they know the cause
  const result = await committed;
  if (told) ring(db);
  return result;
}

type Work<T> = (tx: Tx, now: Date) => Promise<T>;

/**
 * Several works in one transaction, and one commit. A refusal takes back nothing but the work that refuses, when it comes
 * before that work wrote anything. Whatever else goes wrong undoes all, and each is given a transaction of its own. Works
 * must not depend on each other: they run side by side, and see nothing of one another.
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

/** Lets what one work asks of its transaction in one turn go out together, as what several works ask does. */
export async function sharing<T>(tx: Tx, work: (share: Tx) => Promise<T>): Promise<T> {
  if (isShared(tx)) return work(tx);
  const share = shareOf(tx);
  beginWork(share);
  const result = await work(share);
  takeOver(tx, share);
  return result;
}

async function sideBySide<T>(tx: Tx, now: Date, works: readonly Work<T>[]): Promise<PromiseSettledResult<T>[]> {
  // A row that one must wait for longer keeps up nobody else; the firm's own accounts, which all wait for, take less.
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
