import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Tier } from './price-notice.sql.ts';

export type Recipient = Readonly<{ customerId: string; tier: Tier }>;

/** Customers with an account to which prices apply. */
const isPriced = (tiers: readonly Tier[]): RawBuilder<boolean> =>
  sql`c.kind = any (${tiers}::text[]) and c.state not in ('pending', 'closed')`;

type Batch = Readonly<{ id: string; most: number }>;

/** Customers of the tiers whom the notice has not reached yet. */
export async function selectNextRecipients(
  tx: Tx,
  tiers: readonly Tier[],
  { id, most }: Batch,
): Promise<readonly Recipient[]> {
  const { rows } = await sql<Recipient>`
    select c.id as customer_id, c.kind as tier from customer.customer c
    where ${isPriced(tiers)}
      and not exists (select from price_notice.recipient r where r.notice_id = ${id} and r.customer_id = c.id)
    order by c.id limit ${most}`.execute(tx);
  return rows;
}

/** Customers who were informed of a notice and not yet that it was withdrawn. */
export async function selectNextToCorrect(tx: Tx, { id, most }: Batch): Promise<readonly Recipient[]> {
  const { rows } = await sql<Recipient>`
    select r.customer_id, c.kind as tier
    from price_notice.recipient r join customer.customer c on c.id = r.customer_id
    where r.notice_id = ${id} and r.withdrawn_at is null order by r.customer_id limit ${most}`.execute(tx);
  return rows;
}

export type PricedCustomer = Readonly<{ id: string; name: string; memberCode: string; tier: Tier }>;

export async function selectPricedCustomers(
  tx: Tx,
  tiers: readonly Tier[],
  { page, size }: Readonly<{ page: number; size: number }>,
): Promise<readonly PricedCustomer[]> {
  const { rows } = await sql<PricedCustomer>`
    select c.id, c.name, c.member_code, c.kind as tier from customer.customer c
    where ${isPriced(tiers)} order by c.name, c.id limit ${size} offset ${(page - 1) * size}`.execute(tx);
  return rows;
}

export async function countPricedCustomers(tx: Tx, tiers: readonly Tier[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customer.customer c where ${isPriced(tiers)}`.execute(tx);
  return rows[0]?.count ?? 0;
}
