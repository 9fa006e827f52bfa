import type { Db, Tx } from './db.ts';
import { startOf } from './driver.ts';
import { beginWork, finishWork } from './unit-of-work.ts';

const mostTries = 3;
const deadlock = '40P01';
const serialisation = '40001';

/**
 * One transaction with the database's own time. Events, audit lines and the reply are written together at its end.
 * Repeated whole after a deadlock or a serialisation failure, three times at most; nothing else is ever repeated.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        beginWork(tx);
        const result = await work(tx, await startOf(tx));
        await finishWork(tx);
        return result;
      });
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt >= mostTries || (code !== deadlock && code !== serialisation)) throw error;
    }
  }
}
