import type { OperationId } from '@larkmere/ledger/types';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CompensationCompensation, CompensationReversal } from '../../platform/db/schema.gen.ts';

export type CompensationRow = Readonly<Selectable<CompensationCompensation>>;

export const selectUnreversedCompensations = (tx: Tx, paymentId: string): Promise<CompensationRow[]> =>
  tx
    .selectFrom('compensation.compensation as c')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where(sql<boolean>`not exists (
      select from compensation.reversal r where r.compensation_id = c.id and r.state = 'taken_back')`)
    .orderBy('proposedAt')
    .orderBy('id')
    .execute();

export const lockCompensation = (tx: Tx, id: string): Promise<CompensationRow | undefined> =>
  tx.selectFrom('compensation.compensation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function insertCompensation(tx: Tx, row: Insertable<CompensationCompensation>): Promise<void> {
  await tx.insertInto('compensation.compensation').values(row).execute();
}

export type ReversalRow = Readonly<Selectable<CompensationReversal>>;

export const selectLatestReversal = (tx: Tx, compensationId: string): Promise<ReversalRow | undefined> =>
  tx
    .selectFrom('compensation.reversal')
    .selectAll()
    .where('compensationId', '=', compensationId)
    .orderBy('proposedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertReversal(tx: Tx, row: Insertable<CompensationReversal>): Promise<void> {
  await tx.insertInto('compensation.reversal').values(row).execute();
}

type ReversalDecision = Readonly<{ id: string; by: string }> &
  (Readonly<{ operationId: OperationId }> | Readonly<{ note: string }>);

export async function updateReversal(tx: Tx, decision: ReversalDecision): Promise<void> {
  const { id, by } = decision;
  const decided =
    'operationId' in decision
      ? ({ state: 'taken_back', operationId: decision.operationId } as const)
      : ({ state: 'refused', decisionNote: decision.note } as const);
  await tx
    .updateTable('compensation.reversal')
    .set({ ...decided, decidedBy: by, decidedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

type Decision = Readonly<{ id: string; by: string }> &
  (Readonly<{ state: 'paid'; operationId: OperationId }> | Readonly<{ state: 'refused'; note: string }>);

export async function updateCompensation(tx: Tx, decision: Decision): Promise<void> {
  await tx
    .updateTable('compensation.compensation')
    .set({
      state: decision.state,
      decidedBy: decision.by,
      decidedAt: sql`now()`,
      operationId: decision.state === 'paid' ? decision.operationId : null,
      decisionNote: decision.state === 'refused' ? decision.note : null,
    })
    .where('id', '=', decision.id)
    .execute();
}
