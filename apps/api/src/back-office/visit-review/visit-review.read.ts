import type { VisitBasis } from '@larkmere/contract/back-office/visit-bases';
import type { VisitMode } from '@larkmere/contract/platform/visit-calls';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { isConfidentialVisit, readableBy } from '../../platform/requests/staff-rights.ts';
import type { Actor } from '../../platform/requests/verb.ts';

export type ListedReview = Readonly<{
  uid: string;
  visitId: string;
  visitorId: string;
  customerId: string;
  customerName: string;
  memberCode: string;
  personName: string;
  staffName: string;
  basis: VisitBasis;
  mode: VisitMode;
  ticket: string;
  reason: string;
  breakGlassReason: string | null;
  openedAt: Date;
  endedAt: Date;
  dueAt: Date;
  outcome: 'fine' | 'concern' | null;
  note: string | null;
  reviewerName: string | null;
  reviewedAt: Date | null;
}>;

const shownDone = 30;

/** All that wait, the first due first, then the latest that were reviewed. Or one. */
export async function selectVisitReviews(tx: Tx, reader: Actor, id: string | null = null): Promise<ListedReview[]> {
  const { rows } = await sql<ListedReview>`
    with shown as (
      (select * from visit_review.review where outcome is null)
      union all
      (select * from visit_review.review where outcome is not null order by reviewed_at desc limit ${shownDone})
    )
    select r.id as uid, v.id as visit_id, v.staff_id as visitor_id, c.id as customer_id, c.name as customer_name,
      c.member_code, u.name as person_name, m.name as staff_name, v.basis, v.mode, v.ticket, v.reason,
      v.break_glass_reason, v.opened_at, v.ended_at, r.due_at,
      r.outcome, r.note, b.name as reviewer_name, r.reviewed_at
    from ${id === null ? sql`shown` : sql`visit_review.review`} r
      join ghost_connect.visit v on v.id = r.visit_id join customer.customer c on c.id = v.customer_id
      join customer.user u on u.id = v.user_id join staff.member m on m.id = v.staff_id
      left join staff.member b on b.id = r.reviewed_by
    where (${id}::uuid is null or r.id = ${id}) and ${readableBy(reader, isConfidentialVisit)}
    order by r.outcome is not null, case when r.outcome is null then r.due_at end, r.reviewed_at desc, r.id`.execute(
    tx,
  );
  return rows;
}

export type AuditStep = Readonly<{
  at: Date;
  action: string;
  entity: string;
  call: string | null;
  isAllowed: boolean;
}>;

const mostSteps = 500;

/** What the visitor did under this visit. The binder records each call on the entity of the visit. */
export async function selectSteps(
  tx: Tx,
  { visitId, visitorId, openedAt, endedAt }: ListedReview,
): Promise<AuditStep[]> {
  const { rows } = await sql<AuditStep>`
    select a.at, a.action, a.entity, a.detail ->> 'call' as call, coalesce((a.detail ->> 'isAllowed')::boolean, true) as is_allowed
    from platform.audit a
    where a.actor_id = ${visitorId} and a.actor_kind = 'staff' and a.detail ->> 'visit' = ${visitId}
      and a.at between ${openedAt}::timestamptz - interval '1 minute' and ${endedAt}::timestamptz + interval '1 minute'
    order by a.id limit ${mostSteps}`.execute(tx);
  return rows;
}

const weekOf = sql`date_trunc('week', opened_at at time zone 'Europe/London')::date`;
const thisWeek = sql`date_trunc('week', now() at time zone 'Europe/London')::date`;

/** Weeks that are over, with visits that have all ended, of which none was drawn yet. */
export async function selectWeeksToDraw(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ week: string }>`
    select week::text from (
      select ${weekOf} as week, bool_and(ended_at is not null) as is_over from ghost_connect.visit
      where opened_at is not null group by 1
    ) visited
    where is_over and week < ${thisWeek}
      and not exists (select from visit_review.drawn_week d where d.week = visited.week)
    order by week`.execute(tx);
  return rows.map(({ week }) => week);
}

export type DrawnVisit = Readonly<{ visitId: string; visitorId: string; visits: number }>;

/** Of a week: all visits without consent, filled up by chance to the share. `visits`: how many there were. */
export async function drawVisits(
  tx: Tx,
  { week, percent, atLeast }: Readonly<{ week: string; percent: number; atLeast: number }>,
): Promise<DrawnVisit[]> {
  const { rows } = await sql<DrawnVisit>`
    with visited as (
      select id, staff_id, basis <> 'consent' as is_sure, count(*) over ()::int as visits,
        row_number() over (order by basis <> 'consent' desc, random()) as place
      from ghost_connect.visit where opened_at is not null and ${weekOf} = ${week}::date
    )
    select id as visit_id, staff_id as visitor_id, visits from visited
    where is_sure or place <= greatest(${atLeast}::int, ceil(visits * ${percent}::int / 100.0))`.execute(tx);
  return rows;
}
