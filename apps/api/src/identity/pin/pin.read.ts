import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function selectBirthday(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    birthday: string | null;
  }>`select date_of_birth::text as birthday from customer.user where id = ${userId}`.execute(tx);
  return rows[0]?.birthday ?? undefined;
}
