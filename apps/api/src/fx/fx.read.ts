import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Service } from '../service/service.ts';

export type DealingRights = Readonly<{ service: Service; mayTrade: boolean; mayUpgrade: boolean }>;

export async function dealingRights(tx: Tx, customerId: string, service: string): Promise<DealingRights> {
  const { rows } = await sql<Service & Omit<DealingRights, 'service'>>`
    select coalesce(s.is_on, false) as "isOn", s.message, s.off_until as until, coalesce(c.allowed_trade, false) as "mayTrade",
      coalesce(c.feature_upgrade, false) as "mayUpgrade"
    from (values (1)) as always
      left join payment.service_now s on s.key = ${service}
      left join customer.customer c on c.id = ${customerId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a row of constants is always there');
  const { mayTrade, mayUpgrade, ...found } = row;
  return { service: found, mayTrade, mayUpgrade };
}
