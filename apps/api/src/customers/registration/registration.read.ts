import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function findUserByEmail(tx: Tx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from customer.user where lower(email) = lower(${email})`.execute(tx);
  return rows[0]?.id;
}

export async function countRecentRequests(tx: Tx, email: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from registration.request
    where lower(email) = lower(${email}) and requested_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function findReferrerId(tx: Tx, memberCode: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from customer.customer
    where member_code = upper(${memberCode}) and introducer and state = 'active'`.execute(tx);
  return rows[0]?.id;
}
