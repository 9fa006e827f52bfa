import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Bearer } from './finding.sql.ts';

const none = '00000000-0000-0000-0000-000000000000';

export async function namesAfter(
  tx: Tx,
  subject: Bearer['subject'],
  last: string | undefined,
  most: number,
): Promise<Bearer[]> {
  const names =
    subject === 'payee'
      ? sql`select id, customer_id, name from payee.payee where deleted_at is null`
      : sql`select id, id as customer_id, name from customer.customer where status <> 'closed'`;
  const { rows } = await sql<Bearer>`
    select ${subject}::text as subject, id, customer_id as "customerId", name from (${names}) named
    where id > ${last ?? none}::uuid order by id limit ${most}`.execute(tx);
  return rows;
}
