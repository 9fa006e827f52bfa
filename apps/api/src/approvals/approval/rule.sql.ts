import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ApprovalRule } from '../../platform/db/schema.gen.ts';

export type ApprovalRuleRow = Readonly<Selectable<ApprovalRule>>;

export const insertRule = (tx: Tx, rule: Insertable<ApprovalRule>): Promise<ApprovalRuleRow> =>
  tx.insertInto('approval.rule').values(rule).returningAll().executeTakeFirstOrThrow();

export const selectActiveRules = (tx: Tx, customerId: string): Promise<ApprovalRuleRow[]> =>
  tx
    .selectFrom('approval.rule')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('retiredAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const lockRule = (tx: Tx, id: string): Promise<ApprovalRuleRow | undefined> =>
  tx.selectFrom('approval.rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const markRetired = (tx: Tx, id: string, userId: string): Promise<ApprovalRuleRow> =>
  tx
    .updateTable('approval.rule')
    .set({ retiredAt: sql`now()`, retiredBy: userId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
