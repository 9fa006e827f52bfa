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

export type Referrer = Readonly<{ id: string; name: string }>;

export async function findReferrer(tx: Tx, memberCode: string): Promise<Referrer | undefined> {
  const { rows } = await sql<Referrer>`
    select id, name from customer.customer
    where member_code = upper(${memberCode}) and introducer and state = 'active'`.execute(tx);
  return rows[0];
}

/** The same person by telephone or by e-mail address without what follows a plus sign. */
export async function isSamePerson(
  tx: Tx,
  { referrerId, email, phone }: Readonly<{ referrerId: string; email: string; phone: string }>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from customer.user p join customer.membership m on m.user_id = p.id where m.customer_id = ${referrerId}
        and (phone = ${phone} or regexp_replace(lower(email), '[+][^@]*@', '@') = regexp_replace(lower(${email}), '[+][^@]*@', '@'))
    ) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

export type ReferralOffer = Readonly<{
  currency: string;
  rewardMinor: bigint;
  exchangeMinor: bigint;
  freeTransfers: number;
  completeBy: string;
}>;

export async function selectOffer(tx: Tx): Promise<ReferralOffer | undefined> {
  const { rows } = await sql<ReferralOffer>`
    select currency, reward_minor as "rewardMinor", exchange_minor as "exchangeMinor", free_transfers as "freeTransfers",
      to_char((now() at time zone 'Europe/London')::date + deadline_days, 'YYYY-MM-DD') as "completeBy"
    from registration.referral_offer where starts_on <= (now() at time zone 'Europe/London')::date
    order by starts_on desc limit 1`.execute(tx);
  return rows[0];
}
