import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Settlement } from './settlement.sql.ts';

/** A row of a settlement file beside the books, in minor units. Without a payment, the books do not know it. */
export type SettlementRow = Readonly<{
  paymentId: string;
  cleared: bigint;
  refunded: bigint;
  billingCurrency: Currency | null;
  clearedInBooks: bigint;
  refundedInBooks: bigint;
  reference: string | null;
  merchant: string | null;
  at: Date | null;
  customerId: string | null;
  memberCode: string | null;
}>;

type Wanted = Readonly<{ differing: readonly string[]; most: number }>;

/** Rows that differ first. Of a settled file, the books have what was settled with it; of another, what is left. */
export async function selectSettlementRows(
  tx: Tx,
  { id, state, file }: Settlement,
  { differing, most }: Wanted,
): Promise<Readonly<{ rows: SettlementRow[]; count: number }>> {
  const isSettled = state === 'settled';
  const lines = isSettled
    ? sql`select payment_id, cleared_minor, refunded_minor from card_payment.settlement_line where settlement_id = ${id}`
    : sql`select (line->>'paymentId')::uuid as payment_id, (line->>'cleared')::bigint as cleared_minor,
        (line->>'refunded')::bigint as refunded_minor from jsonb_array_elements(${JSON.stringify(file)}::jsonb) line`;
  const { rows } = await sql<SettlementRow & { count: bigint }>`
    select l.payment_id, l.cleared_minor as cleared, l.refunded_minor as refunded,
      p.billing_currency, p.reference, p.merchant_name as merchant, p.counted_at as at,
      case when ${isSettled} then l.cleared_minor else coalesce(p.cleared_minor - p.settled_cleared_minor, 0) end as cleared_in_books,
      case when ${isSettled} then l.refunded_minor else coalesce(p.refunded_minor - p.settled_refunded_minor, 0) end as refunded_in_books,
      c.id as customer_id, c.member_code, count(*) over () as count
    from (${lines}) l left join card_payment.payment p on p.id = l.payment_id
    left join customer.customer c on c.id = p.customer_id
    order by l.payment_id = any(${differing}::uuid[]) desc, p.counted_at nulls first, l.payment_id limit ${most}`.execute(
    tx,
  );
  return { rows, count: Number(rows[0]?.count ?? 0) };
}
