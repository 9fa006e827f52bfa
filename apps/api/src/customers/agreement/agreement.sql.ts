import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';

export type CurrentDocument = Readonly<{ version: string; documentHash: string }>;

export async function selectCurrentDocument(tx: Tx): Promise<CurrentDocument> {
  const { rows } = await sql<CurrentDocument>`
    select version, document_hash from agreement.document
    where version = agreement.current_version()`.execute(tx);
  if (!rows[0]) throw new Error('no version of the terms applies');
  return rows[0];
}

export async function selectAcceptedAt(tx: Tx, userId: string, version: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('agreement.decision')
    .select('decidedAt')
    .where('userId', '=', userId)
    .where('version', '=', version)
    .where('accepted', '=', true)
    .executeTakeFirst();
  return row?.decidedAt;
}

type Decision = CurrentDocument & Readonly<{ userId: string; accepted: boolean }>;

/** Undefined if the user has accepted this version before. */
export async function insertDecision(
  tx: Tx,
  { userId, version, documentHash, accepted }: Decision,
): Promise<Date | undefined> {
  const row = await tx
    .insertInto('agreement.decision')
    .values({ id: v7(), userId, version, documentHash, accepted })
    .onConflict((conflict) => conflict.doNothing())
    .returning('decidedAt')
    .executeTakeFirst();
  return row?.decidedAt;
}
