import type { SettingName } from '@larkmere/contract/back-office/setting-sheets';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type CustomersByTier = Readonly<Record<'plus' | 'wallet', number>>;

/** Those that a setting is about: with open automatic orders, or all that are active. */
export async function countCustomers(tx: Tx, setting: SettingName): Promise<CustomersByTier> {
  const isTouched =
    setting === 'autofx'
      ? sql`exists (select from auto_fx.auto_order o where o.customer_id = c.id
          and o.state not in ('filled', 'failed_final', 'expired', 'cancelled'))`
      : sql`c.state = 'active'`;
  const { rows } = await sql<{ kind: 'plus' | 'wallet'; count: number }>`
    select kind, count(*)::int as count from customer.customer c where ${isTouched} group by kind`.execute(tx);
  const of = (tier: 'plus' | 'wallet'): number => rows.find(({ kind }) => kind === tier)?.count ?? 0;
  return { plus: of('plus'), wallet: of('wallet') };
}

/** An active customer of a tier with SWIFT, because the price of a payment depends on the payer. */
export async function findExampleCustomer(tx: Tx, tier: 'plus' | 'wallet'): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from customer.customer where kind = ${tier} and swift and state = 'active' order by id limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Database and server know different names of time zones, and both compute with them. */
export async function isKnownTimezone(tx: Tx, zone: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(tx);
  return rows.length > 0;
}
