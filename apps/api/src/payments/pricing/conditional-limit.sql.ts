import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { paymentConditions } from '../../customers/kyc/kyc.ts';
import type { Tx } from '../../platform/db/db.ts';
import { sentOverAll } from './price.sql.ts';

export type ConditionalLimit = Readonly<{ perPayment: Money; perDay: Money; usedToday: Money; resetsAt: Date }>;

type Row = Readonly<{ perPaymentMinor: bigint; perDayMinor: bigint; sent: bigint; ends: Date }>;

/** The limits over all ways to send while the approval of the customer has conditions. Undefined without conditions. */
export async function findConditionalLimit(
  tx: Tx,
  { customerId, currency }: Readonly<{ customerId: string; currency: Currency }>,
): Promise<ConditionalLimit | undefined> {
  const { rows } = await sql<Row>`
    select v.per_payment_minor, v.per_day_minor, ${sentOverAll} as sent, d.ends
    from (select ${customerId}::uuid as customer_id, ${currency}::text as currency, null::uuid as left_out) p
      cross join lateral (select date_trunc('day', now() at time zone 'Europe/London') as london) t
      cross join lateral (select t.london at time zone 'Europe/London' as begins,
        (t.london + interval '1 day') at time zone 'Europe/London' as ends) d
      cross join lateral (${paymentConditions({ customerId: sql.ref('p.customerId'), currency: sql.ref('p.currency') })}) v
    where v.has_conditions`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const of = (minor: bigint): Money => money(currency, minor);
  const limits = { perPayment: of(row.perPaymentMinor), perDay: of(row.perDayMinor), usedToday: of(row.sent) };
  return { ...limits, resetsAt: row.ends };
}
