import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ServiceAvailability } from '../../reference/service-availability/service-availability.ts';

export type TradingRights = Readonly<{
  service: ServiceAvailability;
  mayTrade: boolean;
  mayUpgrade: boolean;
  /** The currency of the own account that the money of a closing account goes to. */
  exitCurrency: Currency | null;
}>;

export async function tradingRights(tx: Tx, customerId: string, service: string): Promise<TradingRights> {
  const { rows } = await sql<ServiceAvailability & Omit<TradingRights, 'service'>>`
    select coalesce(s.is_on, false) as is_available, s.message, s.disabled_until, coalesce(c.allowed_trade, false) as may_trade,
      coalesce(c.feature_upgrade, false) as may_upgrade,
      case when c.state = 'closing' then (select p.currency from closure.request r join payee.payee p on p.id = r.exit_payee_id
        where r.customer_id = c.id and r.state = 'closing') end as exit_currency
    from (values (1)) as always
      left join customer.customer c on c.id = ${customerId}
      left join lateral service_control.decide(${service}, c.kind, c.id) s on true`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a row of constants is always there');
  const { mayTrade, mayUpgrade, exitCurrency, ...found } = row;
  return { service: found, mayTrade, mayUpgrade, exitCurrency };
}
