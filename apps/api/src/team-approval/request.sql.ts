import type { RequestKind, RequestState } from '@larkmere/contract/team-approval';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import type { TeamApprovalDecision, TeamApprovalRequest } from '../kernel/schema.gen.ts';
import type { Demand } from './judge.ts';
import type { Content } from './team-approval.ts';

export type RequestRow = Readonly<
  Omit<Selectable<TeamApprovalRequest>, 'content' | 'demands' | 'kind' | 'state'> & {
    content: Content;
    demands: readonly Demand[];
    kind: RequestKind;
    state: RequestState;
  }
>;
export type DecisionRow = Readonly<Selectable<TeamApprovalDecision>>;

type NewRequest = Pick<RequestRow, 'id' | 'customer_id' | 'kind' | 'subject_id' | 'maker_id' | 'content' | 'digest'> &
  Readonly<{ demands: readonly Demand[]; needed: number; days: number }>;

export const insertRequest = (tx: Tx, { days, content, demands, ...request }: NewRequest): Promise<RequestRow> =>
  tx
    .insertInto('team_approval.request')
    .values({
      ...request,
      content: JSON.stringify(content),
      demands: JSON.stringify(demands),
      expires_at: sql`now() + ${days} * interval '1 day'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<RequestRow>;

const requests = (tx: Tx) => tx.selectFrom('team_approval.request').selectAll();

type Found = (RequestRow | undefined)[];

export const findRequest = gathered('reads', async (tx, ids: readonly string[]): Promise<Found> => {
  const { rows } = await sql<RequestRow>`select * from team_approval.request where id = any(${ids}::uuid[])`.execute(
    tx,
  );
  return inOrder(ids, rows);
});

/** Serialises concurrent decisions. */
export const lockRequest = gathered('reads', async (tx, ids: readonly string[]): Promise<Found> => {
  const { rows } = await sql<RequestRow>`
    select * from team_approval.request where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  return inOrder(ids, rows);
});

function inOrder(ids: readonly string[], rows: readonly RequestRow[]): Found {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
}

export const lockOpenRequest = (tx: Tx, kind: RequestKind, subjectId: string): Promise<RequestRow | undefined> =>
  requests(tx)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst() as unknown as Promise<RequestRow | undefined>;

type Listing = Readonly<{ customerId: string; open: boolean; most: number }>;

export const listRequests = (tx: Tx, { customerId, open, most }: Listing): Promise<RequestRow[]> =>
  requests(tx)
    .where('customer_id', '=', customerId)
    .where('state', open ? '=' : '<>', 'open')
    .orderBy(open ? sql`expires_at` : sql`closed_at desc`)
    .orderBy('id')
    .limit(most)
    .execute() as unknown as Promise<RequestRow[]>;

export async function lastRequests(tx: Tx, kind: RequestKind, subjectIds: readonly string[]): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select distinct on (subject_id) * from team_approval.request
    where kind = ${kind} and subject_id = any(${subjectIds}::uuid[])
    order by subject_id, created_at desc, id desc`.execute(tx);
  return rows;
}

export async function runOut(tx: Tx, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('team_approval.request')
    .select('id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

type Closing = Readonly<{ id: string; state: Exclude<RequestState, 'open'>; note: string | null }>;

export const closeRequest = gathered('writes', async (tx, ended: readonly Closing[]): Promise<RequestRow[]> => {
  const { rows } = await sql<RequestRow>`
    update team_approval.request r set state = e.state, note = e.note, closed_at = now()
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e (id uuid, state text, note text)
    where r.id = e.id returning r.*`.execute(tx);
  return inOrder(
    ended.map(({ id }) => id),
    rows,
  ) as RequestRow[];
});

type NewDecision = Readonly<{
  request: RequestRow;
  personId: string;
  role: string;
  verdict: 'approve' | 'reject';
  note: string | null;
}>;

export async function insertDecision(
  tx: Tx,
  { request: { id, maker_id, customer_id }, personId, role, verdict, note }: NewDecision,
): Promise<void> {
  await tx
    .insertInto('team_approval.decision')
    .values({ request_id: id, maker_id, customer_id, person_id: personId, role, verdict, note })
    .execute();
}

export const decisionsOf = (tx: Tx, requestIds: readonly string[]): Promise<DecisionRow[]> =>
  tx
    .selectFrom('team_approval.decision')
    .selectAll()
    .where('request_id', '=', sql<string>`any(${requestIds}::uuid[])`)
    .orderBy('decided_at')
    .orderBy('person_id')
    .execute();
