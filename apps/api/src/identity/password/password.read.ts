import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/** Whether this request has changed the password already; its answer was lost. */
export async function isChangedBy(tx: Tx, userId: string, key: string): Promise<boolean> {
  const found = await tx
    .selectFrom('session.password')
    .select('userId')
    .where('userId', '=', userId)
    .where('changeKey', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

/** What a password must not contain: login name, the name in the e-mail address, member codes. */
export async function selectNames(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select username as name from customer.user where id = ${userId}
    union all select split_part(email, '@', 1) from customer.user where id = ${userId}
    union all select c.member_code from customer.membership m join customer.customer c on c.id = m.customer_id
      where m.user_id = ${userId}`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Until when the password that this request of staff gave is valid; undefined once it was changed or given anew. */
export async function findOneTimePassword(tx: Tx, userId: string, key: string): Promise<Date | undefined> {
  const found = await tx
    .selectFrom('session.password')
    .select('oneTimeUntil')
    .where('userId', '=', userId)
    .where('changeKey', '=', key)
    .executeTakeFirst();
  return found?.oneTimeUntil ?? undefined;
}
