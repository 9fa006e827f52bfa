import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

/** Whether exchange is switched on, and whether this customer may deal. A service that is unknown is off. */
export type DealingRights = Readonly<{ serviceOn: boolean; message: string | null; mayTrade: boolean }>;

export async function dealingRights(tx: Tx, customerId: string, service: string): Promise<DealingRights> {
  const { rows } = await sql<DealingRights>`
    select coalesce(s.is_on, false) as "serviceOn", s.message, coalesce(c.allowed_trade, false) as "mayTrade"
    from (values (1)) as always
      left join payment.service s on s.key = ${service}
      left join customer.customer c on c.id = ${customerId}`.execute(tx);
  return rows[0] ?? { serviceOn: false, message: null, mayTrade: false };
}
