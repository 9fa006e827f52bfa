import { sql } from 'kysely';
import type { Db } from '../kernel/db.ts';

export async function sealUp(db: Db): Promise<{ added: bigint | null; now: Date }> {
  const { rows } = await sql<{ added: bigint | null; now: Date }>`
    select seal.seal_up() as added, clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not answer the seal');
  return row;
}

export const readMark = (db: Db) =>
  db
    .selectFrom('seal.mark')
    .select(['seq', 'hash', 'transfers', 'audits', 'row_changes', 'moved'])
    .executeTakeFirstOrThrow();

export async function insertHead(db: Db, seq: bigint, line: string): Promise<void> {
  await db.insertInto('seal.head').values({ seq, line }).execute();
}

export const hasHead = async (db: Db, line: string): Promise<boolean> =>
  (await db.selectFrom('seal.head').select('id').where('line', '=', line).limit(1).executeTakeFirst()) !== undefined;
