import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/** Two windows that open the same currency follow one another. */
export async function lockCustomerWallets(tx: Tx, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${customerId}`}, 0))`.execute(tx);
}
