import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export async function appendChainEntries(db: Db): Promise<{ added: bigint | null; now: Date }> {
  const { rows } = await sql<{ added: bigint | null; now: Date }>`
    select audit_chain.append_entries() as added, clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not answer the seal');
  return row;
}

export const selectCheckpoint = (db: Db) =>
  db
    .selectFrom('audit_chain.checkpoint')
    .select(['seq', 'hash', 'transfers', 'audits', 'rowChanges', 'moved'])
    .executeTakeFirstOrThrow();

export async function insertHead(db: Db, seq: bigint, line: string): Promise<void> {
  await db.insertInto('audit_chain.head').values({ seq, line }).execute();
}

export async function selectRecentHeads(db: Db, count: number): Promise<string[]> {
  const rows = await db.selectFrom('audit_chain.head').select('line').orderBy('id', 'desc').limit(count).execute();
  return rows.map(({ line }) => line);
}

export const hasHead = async (db: Db, line: string): Promise<boolean> =>
  (await db.selectFrom('audit_chain.head').select('id').where('line', '=', line).limit(1).executeTakeFirst()) !==
  undefined;
