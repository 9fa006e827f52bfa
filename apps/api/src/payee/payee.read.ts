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

type Owner = Readonly<{ uid: string; memberCode: string; name: string }>;

/** Whose payees they are, by the customer's id. */
export async function ownersOf(tx: Tx, customerIds: readonly string[]): Promise<Map<string, Owner>> {
  const { rows } = await sql<Owner>`
    select id as uid, member_code as "memberCode", name from customer.customer
    where id = any(${customerIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.uid, row]));
}
