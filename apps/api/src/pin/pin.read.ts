import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

export async function birthdayOf(tx: Tx, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    birthday: string | null;
  }>`select date_of_birth::text as birthday from customer.person where id = ${personId}`.execute(tx);
  return rows[0]?.birthday ?? undefined;
}
