import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function findEmail(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx
    .selectFrom('customer.user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select from customer.user where lower(email) = lower(${email})`.execute(tx);
  return rows.length > 0;
}
