import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { GhostConnectConsent, GhostConnectVisit } from '../../platform/db/schema.gen.ts';

const consentMinutes = 5;

const maxWrongTries = 5;

export const consentsPerHour = 5;

const linkSeconds = 60;

const visitMinutes = 30;

export type VisitRow = Readonly<Selectable<GhostConnectVisit>>;
type ConsentRow = Readonly<Selectable<GhostConnectConsent>>;
type Member = Readonly<{ userId: string; customerId: string }>;

type NewConsent = Member & Readonly<{ id: string; staffId: string; codeHash: Buffer }>;

/** Voids the one before it. */
export async function insertConsent(tx: Tx, { id, userId, customerId, staffId, codeHash }: NewConsent): Promise<Date> {
  await sql`update ghost_connect.consent set voided_at = now()
    where user_id = ${userId} and customer_id = ${customerId} and used_at is null and voided_at is null`.execute(tx);
  const { expiresAt } = await tx
    .insertInto('ghost_connect.consent')
    .values({
      id,
      userId,
      customerId,
      staffId,
      codeHash,
      expiresAt: sql`now() + ${consentMinutes} * interval '1 minute'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

export async function countRecentConsents(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ghost_connect.consent
    where user_id = ${userId} and requested_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Only for the staff person who asked. The row stays locked, so that concurrent tries all count. */
export async function lockOpenConsent(
  tx: Tx,
  { userId, customerId, staffId }: Member & Readonly<{ staffId: string }>,
): Promise<ConsentRow | undefined> {
  const { rows } = await sql<ConsentRow>`
    select * from ghost_connect.consent
    where user_id = ${userId} and customer_id = ${customerId} and staff_id = ${staffId}
      and used_at is null and voided_at is null and expires_at > now() for update`.execute(tx);
  return rows[0];
}

export async function countWrongTry(tx: Tx, id: string): Promise<void> {
  await sql`
    update ghost_connect.consent set wrong_tries = wrong_tries + 1,
      voided_at = case when wrong_tries + 1 >= ${maxWrongTries} then now() end
    where id = ${id}`.execute(tx);
}

/** False if it was used, voided or replaced since it was checked. */
export async function consumeConsent(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update ghost_connect.consent set used_at = now()
    where id = ${id} and used_at is null and voided_at is null and expires_at > now() returning id`.execute(tx);
  return rows.length === 1;
}

export async function insertVisit(tx: Tx, visit: Omit<Insertable<GhostConnectVisit>, 'linkExpiresAt'>): Promise<Date> {
  const { linkExpiresAt } = await tx
    .insertInto('ghost_connect.visit')
    .values({ ...visit, linkExpiresAt: sql`now() + ${linkSeconds} * interval '1 second'` })
    .returning('linkExpiresAt')
    .executeTakeFirstOrThrow();
  return linkExpiresAt;
}

/** Uses the link up. Of two uses at once, one gets the visit. */
export async function openVisit(tx: Tx, tokenHash: Buffer, staffSessionId: string): Promise<VisitRow | undefined> {
  const { rows } = await sql<VisitRow>`
    update ghost_connect.visit set opened_at = now(), ends_at = now() + ${visitMinutes} * interval '1 minute'
    where token_hash = ${tokenHash} and staff_session_id = ${staffSessionId} and opened_at is null
      and link_expires_at > now() returning *`.execute(tx);
  return rows[0];
}

/** The visits of a staff person that are open. */
export async function lockOpenVisits(tx: Tx, staffId: string): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select * from ghost_connect.visit
    where staff_id = ${staffId} and opened_at is not null and ended_at is null for update`.execute(tx);
  return rows;
}

export async function lockVisit(tx: Tx, id: string): Promise<VisitRow | undefined> {
  const { rows } = await sql<VisitRow>`select * from ghost_connect.visit where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function recordEnd(tx: Tx, id: string, because: string): Promise<void> {
  await sql`update ghost_connect.visit set ended_at = least(now(), ends_at), end_reason = ${because}
    where id = ${id} and ended_at is null`.execute(tx);
}
