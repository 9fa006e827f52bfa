import type { PayeeUse } from '@larkmere/contract/payee';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

/** What still needs this payee, by what tells it to the customer. Whatever pays by itself one day is told here, too. */
export async function usesOf(tx: Tx, payeeId: string): Promise<PayeeUse[]> {
  const payments = await tx
    .selectFrom('payment.payment')
    .select(['id as uid', 'reference'])
    .where('payee_id', '=', payeeId)
    .where('under_way', '=', true)
    .orderBy('created_at')
    .execute();
  const orders = await tx
    .selectFrom('standing_order.standing_order')
    .select(['id as uid', 'reference'])
    .where('payee_id', '=', payeeId)
    .where('state', 'not in', ['completed', 'cancelled'])
    .orderBy('created_at')
    .execute();
  const { rows: exchanges } = await sql<{ uid: string; reference: string }>`
    select o.id as uid, o.reference from auto_fx.auto_order o
      join auto_fx.version v on v.order_id = o.id and v.version = o.version
    where v.terms->'afterFill'->>'payeeUid' = ${payeeId} and o.customer_id = (select customer_id from payee.payee where id = ${payeeId})
      and o.state not in ('filled', 'expired', 'cancelled', 'failed_final') order by o.created_at`.execute(tx);
  return [
    ...payments.map((payment) => ({ by: 'payment' as const, ...payment })),
    ...orders.map((order) => ({ by: 'standing_order' as const, ...order })),
    ...exchanges.map((order) => ({ by: 'auto_fx' as const, ...order })),
  ];
}

/** The largest payment that reached each of these payees, by the payee's id. */
export async function largestPaidTo(tx: Tx, payeeIds: readonly string[]): Promise<Map<string, Money>> {
  const { rows } = await sql<{ payeeId: string; currency: Currency; minor: bigint }>`
    select p.payee_id as "payeeId", p.currency, max(p.amount_minor) as minor
    from payment.payment p join payee.payee e on e.id = p.payee_id and e.currency = p.currency
    where p.payee_id = any(${payeeIds}::uuid[]) and p.state = 'completed'
    group by 1, 2`.execute(tx);
  return new Map(rows.map(({ payeeId, currency, minor }) => [payeeId, money(currency, minor)]));
}

type ThaiBounds = Readonly<{ promptPay: Money | undefined; caps: readonly Readonly<{ rail: string; most: Money }>[] }>;

/** The most that PromptPay carries at a time, and what a bank takes at most by each way where that is less than it carries. */
export async function thaiBounds(tx: Tx, bankCode: string | null): Promise<ThaiBounds> {
  const { rows } = await sql<{ rail: string; carries: bigint; cap: bigint | null }>`
    select distinct on (r.rail) r.rail, r.max_minor as carries,
      (select max_minor from payment.bank_cap c where c.rail = r.rail and c.bank_code = ${bankCode}
        and c.effective_from <= now() order by c.effective_from desc limit 1) as cap
    from payment.rail_rule r where r.currency = 'THB' and r.rail in ('promptpay', 'bahtnet') and r.effective_from <= now()
    order by r.rail, r.effective_from desc`.execute(tx);
  const carries = rows.find(({ rail }) => rail === 'promptpay')?.carries;
  return {
    promptPay: carries === undefined ? undefined : money('THB', carries),
    caps: rows.flatMap((row) =>
      row.cap !== null && row.cap < row.carries ? [{ rail: row.rail, most: money('THB', row.cap) }] : [],
    ),
  };
}
