import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function selectUsername(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ username: string }>`select username from customer.user where id = ${userId}`.execute(tx);
  return rows[0]?.username ?? '';
}
