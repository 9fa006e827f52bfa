import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { TeamApprovalRule } from '../kernel/schema.gen.ts';

export type RuleRow = Readonly<Selectable<TeamApprovalRule>>;

export const insertRule = (tx: Tx, rule: Insertable<TeamApprovalRule>): Promise<RuleRow> =>
  tx.insertInto('team_approval.rule').values(rule).returningAll().executeTakeFirstOrThrow();

export const rulesInForce = (tx: Tx, customerId: string): Promise<RuleRow[]> =>
  tx
    .selectFrom('team_approval.rule')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('retired_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const lockRule = (tx: Tx, id: string): Promise<RuleRow | undefined> =>
  tx.selectFrom('team_approval.rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const endRule = (tx: Tx, id: string, personId: string): Promise<RuleRow> =>
  tx
    .updateTable('team_approval.rule')
    .set({ retired_at: sql`now()`, retired_by: personId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
