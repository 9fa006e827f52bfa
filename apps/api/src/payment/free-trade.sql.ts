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

/** Takes the free transfer that runs out first; undefined when none is left. */
export async function reserveFreeTrade(tx: Tx, customerId: string, paymentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update payment.free_trade set status = 'reserved', payment_id = ${paymentId}
    where id = (select id from payment.free_trade where customer_id = ${customerId} and ${usable} order by expires_at nulls last, id limit 1 for update skip locked)
    returning id`.execute(tx);
  return rows[0]?.id;
}

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
