import { type Insertable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import type { PaymentFreeTrade } from '../kernel/schema.gen.ts';

type FreeTrade = Readonly<{ id: string; source: string; expires_at: Date | null }>;
const usable = sql<boolean>`status = 'available' and (expires_at is null or expires_at > now())`;

export const availableFreeTrades = (tx: Tx, customerId: string): Promise<FreeTrade[]> =>
  tx
    .selectFrom('payment.free_trade')
    .select(['id', 'source', 'expires_at'])
    .where('customer_id', '=', customerId)
    .where(usable)
    .orderBy(sql`expires_at nulls last`)
    .orderBy('id')
    .execute();

type Reserving = Readonly<{ customerId: string; paymentId: string }>;

/** Takes the free transfer that runs out first; undefined when none is left. */
export const reserveFreeTrade = gathered(
  'writes',
  async (tx, asked: readonly Reserving[]): Promise<(string | undefined)[]> => {
    const customers = asked.map(({ customerId }) => customerId);
    const payments = asked.map(({ paymentId }) => paymentId);
    const { rows } = await sql<{ id: string; paymentId: string }>`
      with usable as materialized (
        select id, customer_id, expires_at from payment.free_trade
        where customer_id = any(${customers}::uuid[]) and ${usable} for update skip locked
      ), free as (
        select id, customer_id, row_number() over (partition by customer_id order by expires_at nulls last, id) as nth from usable
      ), asked as (
        select customer_id, payment_id, row_number() over (partition by customer_id order by place) as nth
        from unnest(${customers}::uuid[], ${payments}::uuid[]) with ordinality as a (customer_id, payment_id, place)
      )
      update payment.free_trade t set status = 'reserved', payment_id = asked.payment_id
      from free join asked using (customer_id, nth) where t.id = free.id
      returning t.id, t.payment_id as "paymentId"`.execute(tx);
    const taken = new Map(rows.map(({ id, paymentId }) => [paymentId, id]));
    return payments.map((paymentId) => taken.get(paymentId));
  },
);

export const useFreeTrade = gathered('writes', async (tx, paymentIds: readonly string[]): Promise<undefined[]> => {
  await tx
    .updateTable('payment.free_trade')
    .set({ status: 'used' })
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .where('status', '=', 'reserved')
    .execute();
  return paymentIds.map(() => undefined);
});

export async function giveBackFreeTrade(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('payment.free_trade')
    .set({ status: 'available', payment_id: null })
    .where('payment_id', '=', paymentId)
    .execute();
}

export const hasFreeTrade = async (tx: Tx, paymentIds: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('payment.free_trade')
    .select('payment_id')
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.payment_id ?? ''));
};

export const insertFreeTrade = (tx: Tx, trade: Insertable<PaymentFreeTrade>): Promise<unknown> =>
  tx.insertInto('payment.free_trade').values(trade).execute();
