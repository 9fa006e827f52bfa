import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

export type Owner = Readonly<{ id: string; name: string; memberCode: string }>;

/** Whose deals they are, for the dealer's board. */
export async function ownersOf(tx: Tx, customerIds: readonly string[]): Promise<Map<string, Owner>> {
  const { rows } = await sql<Owner>`
    select id, name, member_code as "memberCode" from customer.customer where id = any(${customerIds}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
