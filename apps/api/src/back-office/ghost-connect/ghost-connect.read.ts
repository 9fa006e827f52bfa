import type { VisitBasis } from '@larkmere/contract/back-office/visit-bases';
import type { VisitMode } from '@larkmere/contract/platform/visit-calls';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { isConfidentialVisit, readableBy } from '../../platform/requests/staff-rights.ts';
import type { Actor } from '../../platform/requests/verb.ts';

/** Of `ghost_connect.visit`: its session, its time, or the session, account or role of the staff person has ended. */
export const isOver = sql<boolean>`opened_at is not null and ended_at is null and (ends_at <= now()
  or not exists (select from session.session s where s.visit_id = visit.id and s.ended_at is null)
  or exists (select from staff.session f where f.id = visit.staff_session_id and f.ended_at is not null)
  or exists (select from staff.member m where m.id = visit.staff_id and (m.status <> 'active' or m.role <> visit.staff_role)))`;

type VisitedCustomer = Readonly<{ customerName: string; memberCode: string }>;

export async function findCustomer(tx: Tx, id: string): Promise<VisitedCustomer | undefined> {
  const { rows } = await sql<VisitedCustomer>`
    select name as customer_name, member_code from customer.customer where id = ${id}`.execute(tx);
  return rows[0];
}

export type VisitablePerson = Readonly<{ uid: string; name: string; role: string }>;

export async function selectPeople(tx: Tx, customerId: string): Promise<VisitablePerson[]> {
  const { rows } = await sql<VisitablePerson>`
    select u.id as uid, u.name, m.role from customer.membership m join customer.user u on u.id = m.user_id
    where m.customer_id = ${customerId} and m.state = 'active'
    order by m.role <> 'owner', m.created_at limit 200`.execute(tx);
  return rows;
}

export type ListedVisit = Readonly<{
  uid: string;
  userId: string;
  personName: string;
  staffId: string;
  staffName: string;
  basis: VisitBasis;
  mode: VisitMode;
  ticket: string;
  reason: string;
  breakGlassReason: string | null;
  openedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
}>;

const most = 50;

/** A visit has ended as soon as its session or that of the staff person has, also before a job records it. */
export async function selectVisits(tx: Tx, customerId: string, reader: Actor): Promise<ListedVisit[]> {
  const { rows } = await sql<ListedVisit>`
    select v.id as uid, v.user_id, u.name as person_name, v.staff_id, m.name as staff_name,
      v.basis, v.mode, v.ticket, v.reason, v.break_glass_reason,
      v.opened_at, v.ends_at, coalesce(v.ended_at, s.ended_at, f.ended_at) as ended_at
    from ghost_connect.visit v join customer.user u on u.id = v.user_id join staff.member m on m.id = v.staff_id
      left join session.session s on s.visit_id = v.id left join staff.session f on f.id = v.staff_session_id
    where v.customer_id = ${customerId} and v.opened_at is not null and ${readableBy(reader, isConfidentialVisit)}
    order by v.opened_at desc limit ${most}`.execute(tx);
  return rows;
}

/** Those who hear of a visit under break glass. */
export async function selectSupervisors(tx: Tx, except: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from staff.member where status = 'active' and role in ('mlro', 'super') and id <> ${except}
    order by id limit 50`.execute(tx);
  return rows.map(({ id }) => id);
}

type OpenConsent = Readonly<{ id: string; staffName: string; expiresAt: Date }>;

export async function findOpenConsent(
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
): Promise<OpenConsent | undefined> {
  const { rows } = await sql<OpenConsent>`
    select c.id, m.name as staff_name, c.expires_at
    from ghost_connect.consent c join staff.member m on m.id = c.staff_id
    where c.user_id = ${userId} and c.customer_id = ${customerId} and c.used_at is null and c.voided_at is null
      and c.expires_at > now()`.execute(tx);
  return rows[0];
}

export async function findStaffName(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from staff.member where id = ${id}`.execute(tx);
  return rows[0]?.name ?? '';
}
