import { compare, type Money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { coolingHours, getCoolingLimit } from '../pin/pin.ts';

/**
 * The last reset of the password by e-mail, change of the e-mail address, removal of a lost second factor, or recovery of
 * contact details.
 */
async function selectLastReset(tx: Tx, userId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(used_at) as at from (
      select used_at from recovery.request where user_id = ${userId}
      union all select used_at from email_change.request where user_id = ${userId}
      union all select ended_at from factor_reset.request where user_id = ${userId} and state = 'applied'
      union all select ended_at from contact_recovery.request where user_id = ${userId} and state = 'confirmed') used`.execute(
    tx,
  );
  return rows[0]?.at ?? undefined;
}

export async function countRecentRequests(tx: Tx, userId: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recovery.request
    where user_id = ${userId} and requested_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

type LinkOwner = Readonly<{ userId: string; username: string; email: string; memberCodes: readonly string[] }>;

/** Undefined alike for a link that is unknown, used, voided or expired, or whose owner may not log in. */
export async function findLinkOwner(tx: Tx, tokenHash: Buffer): Promise<LinkOwner | undefined> {
  const { rows } = await sql<LinkOwner>`
    select p.id as user_id, p.username, p.email, mine.codes as member_codes
    from recovery.request r join customer.user p on p.id = r.user_id cross join lateral (
      select array_agg(c.member_code) as codes from customer.membership m join customer.customer c on c.id = m.customer_id
      where m.user_id = p.id and m.state = 'active' and c.state <> 'locked') mine
    where r.token_hash = ${tokenHash} and r.used_at is null and r.voided_at is null and r.expires_at > now()
      and mine.codes is not null`.execute(tx);
  return rows[0];
}

/** Until when the link works that this request of staff sent. */
export async function findHelpExpiry(tx: Tx, userId: string, key: string): Promise<Date | undefined> {
  const found = await tx
    .selectFrom('recovery.request')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('helpKey', '=', key)
    .executeTakeFirst();
  return found?.expiresAt;
}

/** The lower limit for new payees in the day after a reset: a stolen mailbox alone must not empty an account. */
export async function lowerAfterReset(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  userId: string,
  limit: Money,
): Promise<Money> {
  const resetAt = await selectLastReset(tx, userId);
  if (!resetAt || now.getTime() - resetAt.getTime() >= coolingHours * 3_600_000) return limit;
  const lower = await getCoolingLimit(tx, limit.currency);
  return compare(lower, limit) < 0 ? lower : limit;
}
