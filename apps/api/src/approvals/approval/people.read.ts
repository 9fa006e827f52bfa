import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Colleague } from './evaluate-rules.ts';

/**
 * Includes former colleagues, for the names in old decisions. People whose identity is not checked yet have no right
 * here: they neither make nor approve.
 */
export async function listPeople(tx: Tx, customerId: string): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select p.id, p.name, m.role,
      case when m.identity_checked_at is null then '{}'::text[] else m.access end as access, m.accounts, m.state = 'active' as active
    from customer.membership m join customer.user p on p.id = m.user_id
    where m.customer_id = ${customerId} order by p.name, p.id`.execute(tx);
  return rows;
}
