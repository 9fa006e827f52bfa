import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentFeeWaiver } from '../../platform/db/schema.gen.ts';

type FeeWaiver = Pick<
  Selectable<PaymentFeeWaiver>,
  'id' | 'source' | 'appliesTo' | 'currency' | 'maxMinor' | 'expiresAt'
>;
const isUsable = sql<boolean>`status = 'available' and (expires_at is null or expires_at > now())`;

export const listAvailableFeeWaivers = (tx: Tx, customerId: string): Promise<FeeWaiver[]> =>
  tx
    .selectFrom('payment.fee_waiver')
    .select(['id', 'source', 'appliesTo', 'currency', 'maxMinor', 'expiresAt'])
    .where('customerId', '=', customerId)
    .where(isUsable)
    .orderBy(sql`expires_at nulls last`)
    .orderBy('id')
    .execute();

type FeeWaiverReservation = Readonly<{ id: string; paymentId: string }>;

export const reserveFeeWaiver = batchLoader(
  'writes',
  async (tx, reservations: readonly FeeWaiverReservation[]): Promise<boolean[]> => {
    const [ids, payments] = [reservations.map(({ id }) => id), reservations.map(({ paymentId }) => paymentId)];
    const { rows } = await sql<{ paymentId: string }>`
    update payment.fee_waiver t set status = 'reserved', payment_id = asked.payment_id
    from unnest(${ids}::uuid[], ${payments}::uuid[]) as asked (id, payment_id)
    where t.id = asked.id and ${isUsable} returning t.payment_id`.execute(tx);
    const taken = new Set(rows.map(({ paymentId }) => paymentId));
    return payments.map((paymentId) => taken.has(paymentId));
  },
);

export const redeemFeeWaiver = batchLoader(
  'writes',
  async (tx, paymentIds: readonly string[]): Promise<undefined[]> => {
    await tx
      .updateTable('payment.fee_waiver')
      .set({ status: 'used' })
      .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
      .where('status', '=', 'reserved')
      .execute();
    return paymentIds.map(() => undefined);
  },
);

export const restoreFeeWaiver = batchLoader(
  'writes',
  async (tx, paymentIds: readonly string[]): Promise<undefined[]> => {
    await tx
      .updateTable('payment.fee_waiver')
      .set({ status: 'available', paymentId: null })
      .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
      .execute();
    return paymentIds.map(() => undefined);
  },
);

export const findPaymentsWithFeeWaiver = async (tx: Tx, paymentIds: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('payment.fee_waiver')
    .select('paymentId')
    .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.paymentId ?? ''));
};

type Grant = Readonly<{ customerId: string; source: 'signup' | 'referral' | 'promo' | 'goodwill'; count: number }>;

/** Gives free transfers that do not expire. The caller makes sure that it happens once. */
export async function grantFeeWaivers(tx: Tx, { customerId, source, count }: Grant): Promise<void> {
  if (count === 0) return;
  const waivers = Array.from({ length: count }, () => ({ id: v7(), customerId, source }));
  await tx.insertInto('payment.fee_waiver').values(waivers).execute();
}
