import { type Insertable, sql, type Updateable } from 'kysely';
import { isUsableBankholder } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { InstantPaymentPayment } from '../../platform/db/schema.gen.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import type { InstantPayment } from './open-banking.ts';

export type PaymentUpdate = Updateable<InstantPaymentPayment>;

const payments = (tx: Tx) => tx.selectFrom('instant_payment.payment').selectAll();

export const insertPayment = (tx: Tx, payment: Insertable<InstantPaymentPayment>): Promise<InstantPayment> =>
  tx.insertInto('instant_payment.payment').values(payment).returningAll().executeTakeFirstOrThrow();

export const selectPayment = (tx: Tx, id: string): Promise<InstantPayment | undefined> =>
  payments(tx).where('id', '=', id).executeTakeFirst();

export const lockPayment = (tx: Tx, id: string): Promise<InstantPayment | undefined> =>
  payments(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const lockPaymentByReference = (tx: Tx, reference: string): Promise<InstantPayment | undefined> =>
  payments(tx).where('reference', '=', reference).forNoKeyUpdate().executeTakeFirst();

/** The account that a payment with this reference is for. */
export async function findAccountIdByReference(tx: Tx, reference: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('instant_payment.payment')
    .select('accountId')
    .where('reference', '=', reference.trim())
    .executeTakeFirst();
  return row?.accountId;
}

export const selectPayments = (tx: Tx, reader: MemberCtx['actor'], most: number): Promise<InstantPayment[]> =>
  payments(tx)
    .where('customerId', '=', reader.customerId)
    .where(isUsableBankholder(sql`bankholder_id`, reader))
    .where('consentId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();

export const updatePayment = (tx: Tx, id: string, change: PaymentUpdate): Promise<InstantPayment> =>
  tx.updateTable('instant_payment.payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const selectLastUses = (tx: Tx, reader: MemberCtx['actor']): Promise<{ bankId: string; at: Date }[]> =>
  tx
    .selectFrom('instant_payment.payment')
    .select(({ fn }) => ['bankId', fn.max('createdAt').as('at')])
    .where('customerId', '=', reader.customerId)
    .where(isUsableBankholder(sql`bankholder_id`, reader))
    .where('consentId', 'is not', null)
    .groupBy('bankId')
    .execute();
