import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

type SwiftCurrencyRow = Readonly<{
  currency: string;
  min_minor: bigint;
  max_minor: bigint;
  closes: string | null;
  time_zone: string;
  days: number;
}>;

export async function selectSwiftCurrencies(tx: Tx, tier: string): Promise<readonly SwiftCurrencyRow[]> {
  const { rows } = await sql<SwiftCurrencyRow>`
    select r.currency, r.min_minor as min_minor, least(r.max_minor, l.per_payment_minor) as max_minor,
      case when r.closes_minute < 1440 then to_char(time '00:00' + r.closes_minute * interval '1 minute', 'HH24:MI') end as closes,
      r.time_zone, coalesce(r.arrival_days, ceil(r.arrival_seconds / 86400.0))::int as days
    from (select distinct on (currency) * from payment.rail_rule
        where rail = 'swift' and effective_from <= now() order by currency, effective_from desc) r
      join lateral (select per_payment_minor from payment.limit_rule
        where rail = 'swift' and currency = r.currency and tier = ${tier} and effective_from <= now()
        order by effective_from desc limit 1) l on true
    where exists (select from payment.fee_rule where rail = 'swift' and currency = r.currency and tier = ${tier} and effective_from <= now())
    order by r.currency`.execute(tx);
  return rows;
}
