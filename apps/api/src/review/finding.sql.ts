import type { FindingView } from '@larkmere/contract/finding';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../kernel/db.ts';
import type { ReviewFinding } from '../kernel/schema.gen.ts';
import type { Hit } from '../screening/screening.ts';

export type FindingRow = Readonly<Selectable<ReviewFinding>>;

export type Bearer = Readonly<{ subject: FindingView['subject']; id: string; customerId: string; name: string }>;

export async function insertFindings(tx: Tx, bearer: Bearer, hits: readonly Hit[]): Promise<number> {
  if (hits.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('review.finding')
    .values(
      hits.map(({ listVersion, entryId, name, regime, score, rule }) => ({
        id: v7(),
        subject: bearer.subject,
        subject_id: bearer.id,
        customer_id: bearer.customerId,
        subject_name: bearer.name,
        list_version: listVersion,
        entry_id: entryId,
        name,
        regime,
        score: String(score),
        rule,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

export const findingsIn = (tx: Tx, state: FindingView['state'], most: number): Promise<FindingRow[]> =>
  tx
    .selectFrom('review.finding')
    .selectAll()
    .where('state', '=', state)
    .orderBy('score', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();

export const lockFinding = (tx: Tx, id: string): Promise<FindingRow | undefined> =>
  tx.selectFrom('review.finding').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Said = Readonly<{ id: string; by: string; note: string }>;

export const noteFirst = (tx: Tx, { id, by, note }: Said): Promise<FindingRow> =>
  tx
    .updateTable('review.finding')
    .set({ first_by: by, first_at: sql`now()`, first_note: note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const decide = (tx: Tx, state: FindingView['state'], { id, by, note }: Said): Promise<FindingRow> =>
  tx
    .updateTable('review.finding')
    .set({ state, decided_by: by, decided_at: sql`now()`, note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
