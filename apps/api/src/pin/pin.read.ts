import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

/** Four digits that a thief of the wallet would try first. */
export async function birthYearOf(tx: Tx, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    year: string | null;
  }>`select extract(year from date_of_birth)::text as year from customer.person where id = ${personId}`.execute(tx);
  return rows[0]?.year ?? undefined;
}
