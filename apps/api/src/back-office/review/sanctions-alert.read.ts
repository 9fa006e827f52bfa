import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { NamedParty } from './sanctions-alert.sql.ts';

const lowestId = '00000000-0000-0000-0000-000000000000';

export async function selectPartiesAfter(
  tx: Tx,
  subject: NamedParty['subject'],
  last: string | undefined,
  most: number,
): Promise<NamedParty[]> {
  const names =
    subject === 'payee'
      ? sql`select id, customer_id, name from payee.payee where deleted_at is null`
      : sql`select id, id as customer_id, name from customer.customer where state <> 'closed'`;
  const { rows } = await sql<NamedParty>`
    select ${subject}::text as subject, id, customer_id, name from (${names}) named
    where id > ${last ?? lowestId}::uuid order by id limit ${most}`.execute(tx);
  return rows;
}
