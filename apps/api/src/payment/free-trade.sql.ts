import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import type { PaymentFreeTrade } from '../kernel/schema.gen.ts';

type FreeTrade = Pick<
  Selectable<PaymentFreeTrade>,
  'id' | 'source' | 'applies_to' | 'currency' | 'max_minor' | 'expires_at'
>;
const usable = sql<boolean>`status = 'available' and (expires_at is null or expires_at > now())`;

export const availableFreeTrades = (tx: Tx, customerId: string): Promise<FreeTrade[]> =>
  tx
    .selectFrom('payment.free_trade')
    .select(['id', 'source', 'applies_to', 'currency', 'max_minor', 'expires_at'])
    .where('customer_id', '=', customerId)
    .where(usable)
    .orderBy(sql`expires_at nulls last`)
    .orderBy('id')
    .execute();

type Reserving = Readonly<{ id: string; paymentId: string }>;

export const reserveFreeTrade = gathered('writes', async (tx, asked: readonly Reserving[]): Promise<boolean[]> => {
  const [ids, payments] = [asked.map(({ id }) => id), asked.map(({ paymentId }) => paymentId)];
  const { rows } = await sql<{ paymentId: string }>`
    update payment.free_trade t set status = 'reserved', payment_id = asked.payment_id
    from unnest(${ids}::uuid[], ${payments}::uuid[]) as asked (id, payment_id)
    where t.id = asked.id and ${usable} returning t.payment_id as "paymentId"`.execute(tx);
  const taken = new Set(rows.map(({ paymentId }) => paymentId));
  return payments.map((paymentId) => taken.has(paymentId));
});

export const useFreeTrade = gathered('writes', async (tx, paymentIds: readonly string[]): Promise<undefined[]> => {
  await tx
    .updateTable('payment.free_trade')
    .set({ status: 'used' })
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .where('status', '=', 'reserved')
    .execute();
  return paymentIds.map(() => undefined);
});

export const giveBackFreeTrade = gathered('writes', async (tx, paymentIds: readonly string[]): Promise<undefined[]> => {
  await tx
    .updateTable('payment.free_trade')
    .set({ status: 'available', payment_id: null })
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .execute();
  return paymentIds.map(() => undefined);
});

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
