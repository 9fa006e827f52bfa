import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { KycDecision } from '../../platform/db/schema.gen.ts';

export type DecisionRow = Readonly<Selectable<KycDecision>>;

export const findProposal = (tx: Tx, applicationId: string): Promise<DecisionRow | undefined> =>
  tx
    .selectFrom('kyc.decision')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('state', '=', 'proposed')
    .executeTakeFirst();

export const insertDecision = (tx: Tx, decision: Insertable<KycDecision>): Promise<DecisionRow> =>
  tx.insertInto('kyc.decision').values(decision).returningAll().executeTakeFirstOrThrow();

export async function completeDecision(tx: Tx, id: string, staffId: string): Promise<void> {
  await tx
    .updateTable('kyc.decision')
    .set({ state: 'applied', secondBy: staffId, secondAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function withdrawProposal(tx: Tx, applicationId: string): Promise<boolean> {
  const withdrawn = await tx
    .updateTable('kyc.decision')
    .set({ state: 'withdrawn' })
    .where('applicationId', '=', applicationId)
    .where('state', '=', 'proposed')
    .returning('id')
    .executeTakeFirst();
  return withdrawn !== undefined;
}
