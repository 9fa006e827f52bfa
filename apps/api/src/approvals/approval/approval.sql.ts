import type { ApprovalRequestKind, ApprovalRequestState } from '@larkmere/contract/approvals/approval';
import type { Currency } from '@larkmere/money/money';
import { type Insertable, type Selectable, sql } from 'kysely';
import { batchLoader, inOrderOf, writtenInOrderOf } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { ApprovalDecision, ApprovalRequest, ApprovalRule } from '../../platform/db/schema.gen.ts';
import type { ApprovalRequirement } from './evaluate-rules.ts';

export type ApprovalRequestRow = Readonly<
  Omit<Selectable<ApprovalRequest>, 'content' | 'requirements' | 'kind' | 'state'> & {
    content: ApprovalContent;
    requirements: readonly ApprovalRequirement[];
    kind: ApprovalRequestKind;
    state: ApprovalRequestState;
  }
>;
export type ApprovalDecisionRow = Readonly<Selectable<ApprovalDecision>>;

type NewRequest = Pick<
  ApprovalRequestRow,
  'id' | 'customerId' | 'kind' | 'subjectId' | 'makerId' | 'content' | 'accounts' | 'digest'
> &
  Readonly<{ requirements: readonly ApprovalRequirement[]; approvalsNeeded: number; days: number }>;

export const insertRequest = (
  tx: Tx,
  { days, content, requirements, ...request }: NewRequest,
): Promise<ApprovalRequestRow> =>
  tx
    .insertInto('approval.request')
    .values({
      ...request,
      content: JSON.stringify(content),
      requirements: JSON.stringify(requirements),
      expiresAt: sql`now() + ${days} * interval '1 day'`,
    })
    .returningAll()
    .$castTo<ApprovalRequestRow>()
    .executeTakeFirstOrThrow();

const requests = (tx: Tx) => tx.selectFrom('approval.request').selectAll();

type FoundRequests = (ApprovalRequestRow | undefined)[];

export const findRequest = batchLoader('reads', async (tx, ids: readonly string[]): Promise<FoundRequests> => {
  const { rows } = await sql<ApprovalRequestRow>`select * from approval.request where id = any(${ids}::uuid[])`.execute(
    tx,
  );
  return inOrderOf(ids, rows);
});

/** Serialises concurrent decisions. */
export const lockRequest = batchLoader('reads', async (tx, ids: readonly string[]): Promise<FoundRequests> => {
  const { rows } = await sql<ApprovalRequestRow>`
    select * from approval.request where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  return inOrderOf(ids, rows);
});

export const lockOpenRequest = (
  tx: Tx,
  kind: ApprovalRequestKind,
  subjectId: string,
): Promise<ApprovalRequestRow | undefined> =>
  requests(tx)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('state', '=', 'open')
    .forUpdate()
    .$castTo<ApprovalRequestRow>()
    .executeTakeFirst();

type Listing = Readonly<{ customerId: string; open: boolean; most: number }>;

export const listRequests = (tx: Tx, { customerId, open, most }: Listing): Promise<ApprovalRequestRow[]> =>
  requests(tx)
    .where('customerId', '=', customerId)
    .where('state', open ? '=' : '<>', 'open')
    .orderBy(open ? sql`expires_at` : sql`closed_at desc`)
    .orderBy('id')
    .limit(most)
    .$castTo<ApprovalRequestRow>()
    .execute();

export async function findLastRequests(
  tx: Tx,
  kind: ApprovalRequestKind,
  subjectIds: readonly string[],
): Promise<ApprovalRequestRow[]> {
  const { rows } = await sql<ApprovalRequestRow>`
    select distinct on (subject_id) * from approval.request
    where kind = ${kind} and subject_id = any(${subjectIds}::uuid[])
    order by subject_id, created_at desc, id desc`.execute(tx);
  return rows;
}

export async function selectExpiredIds(tx: Tx, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('approval.request')
    .select('id')
    .where('state', '=', 'open')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

type RequestClosing = Readonly<{ id: string; state: Exclude<ApprovalRequestState, 'open'>; note: string | null }>;

export const closeRequest = batchLoader(
  'writes',
  async (tx, ended: readonly RequestClosing[]): Promise<ApprovalRequestRow[]> => {
    const { rows } = await sql<ApprovalRequestRow>`
    update approval.request r set state = e.state, note = e.note, closed_at = now()
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e (id uuid, state text, note text)
    where r.id = e.id returning r.*`.execute(tx);
    return writtenInOrderOf(
      ended.map(({ id }) => id),
      rows,
    );
  },
);

type NewDecision = Readonly<{
  request: ApprovalRequestRow;
  userId: string;
  role: string;
  verdict: 'approve' | 'reject';
  note: string | null;
}>;

export async function insertDecision(
  tx: Tx,
  { request: { id, makerId, customerId }, userId, role, verdict, note }: NewDecision,
): Promise<void> {
  await tx
    .insertInto('approval.decision')
    .values({ requestId: id, makerId, customerId, userId, role, verdict, note })
    .execute();
}

export const selectDecisions = (tx: Tx, requestIds: readonly string[]): Promise<ApprovalDecisionRow[]> =>
  tx
    .selectFrom('approval.decision')
    .selectAll()
    .where('requestId', '=', sql<string>`any(${requestIds}::uuid[])`)
    .orderBy('decidedAt')
    .orderBy('userId')
    .execute();

/** What approvers see and, in `exact`, every value they approve. Any change alters the digest and voids the request. */
export type ApprovalContent = Readonly<{
  title: string;
  amount: Readonly<{ amount: string; currency: Currency }> | null;
  link: string | null;
  details: readonly Readonly<{ label: string; value: string }>[];
  exact: unknown;
}>;

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
