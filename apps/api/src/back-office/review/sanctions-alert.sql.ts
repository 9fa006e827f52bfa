import type { SanctionsAlertView } from '@larkmere/contract/back-office/sanctions-alert';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { ScreeningHit } from '../../checks/screening/screening.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { ReviewSanctionsAlert } from '../../platform/db/schema.gen.ts';

export type SanctionsAlertRow = Readonly<Selectable<ReviewSanctionsAlert>>;

export type NamedParty = Readonly<{
  subject: SanctionsAlertView['subject'];
  id: string;
  customerId: string;
  name: string;
}>;

export async function insertSanctionsAlerts(
  tx: Tx,
  bearer: NamedParty,
  hits: readonly ScreeningHit[],
): Promise<number> {
  if (hits.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('review.sanctions_alert')
    .values(
      hits.map(({ listVersion, entryId, name, regime, score, rule }) => ({
        id: v7(),
        subject: bearer.subject,
        subjectId: bearer.id,
        customerId: bearer.customerId,
        subjectName: bearer.name,
        listVersion,
        entryId,
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

export const selectSanctionsAlerts = (
  tx: Tx,
  state: SanctionsAlertView['state'],
  most: number,
): Promise<SanctionsAlertRow[]> =>
  tx
    .selectFrom('review.sanctions_alert')
    .selectAll()
    .where('state', '=', state)
    .orderBy('score', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();

export const lockSanctionsAlert = (tx: Tx, id: string): Promise<SanctionsAlertRow | undefined> =>
  tx.selectFrom('review.sanctions_alert').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type AlertNote = Readonly<{ id: string; by: string; note: string }>;

export const recordFirstClearance = (tx: Tx, { id, by, note }: AlertNote): Promise<SanctionsAlertRow> =>
  tx
    .updateTable('review.sanctions_alert')
    .set({ firstBy: by, firstAt: sql`now()`, firstNote: note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
