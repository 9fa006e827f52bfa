import { allows } from '@larkmere/contract/back-office/permissions';
import { type VisitBasis, visitBases } from '@larkmere/contract/back-office/visit-bases';
import type { contract } from '@larkmere/contract/contract';
import { type VisitMode, visitModes } from '@larkmere/contract/platform/visit-calls';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { isConfidentialVisit, readableBy } from '../../platform/requests/staff-rights.ts';
import type { Actor, Verb } from '../../platform/requests/verb.ts';
import { deriveConsentCode } from './consent.ts';
import { mayConnect, visitBasisRules } from './visit-permissions.ts';

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

type VisitablePerson = Readonly<{ uid: string; name: string; role: string }>;

async function selectPeople(tx: Tx, customerId: string): Promise<VisitablePerson[]> {
  const { rows } = await sql<VisitablePerson>`
    select u.id as uid, u.name, m.role from customer.membership m join customer.user u on u.id = m.user_id
    where m.customer_id = ${customerId} and m.state = 'active'
    order by m.role <> 'owner', m.created_at limit 200`.execute(tx);
  return rows;
}

type ListedVisit = Readonly<{
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
async function selectVisits(tx: Tx, customerId: string, reader: Actor): Promise<ListedVisit[]> {
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

async function findOpenConsent(
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

export const showVisits: Verb<typeof contract.ghostConnect.show> = async ({ tx, actor, now }, { id }) => {
  const customer = await findCustomer(tx, id);
  if (!customer) throw new Refusal('not_found');
  const { permissions, staffId } = actor;
  const mayEndAll = allows(permissions, ['connect_as_customer', 'approve']);
  return {
    ...customer,
    people: await selectPeople(tx, id),
    bases: visitBases
      .map((basis) => ({ basis, modes: visitModes.filter((mode) => mayConnect(actor, basis, mode)) }))
      .filter(({ modes }) => modes.length > 0),
    visits: (await selectVisits(tx, id, actor)).map(({ staffId: visitor, openedAt, endsAt, endedAt, ...visit }) => ({
      ...visit,
      openedAt: openedAt.toISOString(),
      endsAt: endsAt.toISOString(),
      endedAt: endedOf(endedAt, endsAt, now),
      canEnd: endedOf(endedAt, endsAt, now) === null && (mayEndAll || visitor === staffId),
    })),
  };
};

/** A visit is over when its time is up, also before that is recorded. */
function endedOf(endedAt: Date | null, endsAt: Date, now: Date): string | null {
  if (endedAt) return endedAt.toISOString();
  return endsAt <= now ? endsAt.toISOString() : null;
}

type ShownVisit = ListedVisit & Readonly<{ basis: 'consent' | 'role' }>;

const isShown = (visit: ListedVisit): visit is ShownVisit => visitBasisRules[visit.basis].isShownToCustomer;

/** The visits to the person who reads, and the code that they may read out. */
export const listOwnVisits =
  (key: Buffer): Verb<typeof contract.ghostConnect.list> =>
  async ({ tx, actor, now }) => {
    const { userId, customerId } = actor;
    const consent = await findOpenConsent(tx, { userId, customerId });
    const visits = await selectVisits(tx, customerId, actor);
    return {
      consent: consent
        ? {
            code: deriveConsentCode(key, consent.id),
            staffName: consent.staffName,
            expiresAt: consent.expiresAt.toISOString(),
          }
        : null,
      list: visits
        .flatMap((visit) => (visit.userId === userId && isShown(visit) ? [visit] : []))
        .map(({ staffName, basis, mode, ticket, openedAt, endsAt, endedAt }) => ({
          staffName,
          basis,
          mode,
          ticket,
          openedAt: openedAt.toISOString(),
          endedAt: endedOf(endedAt, endsAt, now),
        })),
    };
  };
