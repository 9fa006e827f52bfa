import { ring } from './bell.ts';
import type { Db, Tx } from './db.ts';
import { pipelined } from './driver.ts';
import { beginWork, finishWork, workOf } from './unit-of-work.ts';

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
    }
  }
}

async function attemptOnce<T>(db: Db, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  let lastWords: readonly Promise<unknown>[] = [];
  let told = false;
  const committed = db.transaction().execute((queued) =>
    pipelined(queued, async (tx, now) => {
      beginWork(tx);
      const result = await work(tx, now);
      told = workOf(tx).events.length > 0;
      lastWords = await finishWork(tx); // the commit goes out behind them
      return result;
    }),
  );
  await committed.catch(() => {});
  for (const word of lastWords) await word; // of a failed commit they know the cause
  const result = await committed;
  if (told) ring(db);
  return result;
}
