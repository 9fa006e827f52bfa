import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { allInForce, inForce, type SettingKey } from '../../platform/settings/setting.ts';
import { railRule } from '../../reference/rail/rail.ts';
import { feeRule, limitRule } from '../pricing/pricing.ts';

type SwiftCurrencyRow = Readonly<{
  currency: Currency;
  minMinor: bigint;
  maxMinor: bigint;
  closes: string | null;
  timeZone: string;
  days: number;
}>;

export async function selectSwiftCurrencies(
  tx: Tx,
  tier: SettingKey<typeof limitRule>['tier'],
): Promise<readonly SwiftCurrencyRow[]> {
  const ofTier = { rail: 'swift', currency: sql.ref('r.currency'), tier } as const;
  const { rows } = await sql<SwiftCurrencyRow>`
    select r.currency, r.min_minor as min_minor, least(r.max_minor, l.per_payment_minor) as max_minor,
      case when r.closes_minute < 1440 then to_char(time '00:00' + r.closes_minute * interval '1 minute', 'HH24:MI') end as closes,
      r.time_zone, coalesce(r.arrival_days, ceil(r.arrival_seconds / 86400.0))::int as days
    from (${allInForce(railRule, { rail: 'swift' })}) r
      join lateral (${inForce(limitRule, ofTier)}) l on true
    where exists (${inForce(feeRule, ofTier)})
    order by r.currency`.execute(tx);
  return rows;
}
