import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

const mostTries = 3;
const deadlock = '40P01';
const serialisation = '40001';

/**
 * One transaction with the database's own time. Repeated whole after a deadlock or a serialisation failure, three times
 * at most; nothing else is ever repeated.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => work(tx, await startedAt(tx)));
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt >= mostTries || (code !== deadlock && code !== serialisation)) throw error;
    }
  }
}

async function startedAt(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the database did not tell the time');
  return row.now;
}
