import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { railRule } from '../../reference/rail/rail.ts';
import type { Payment } from '../payment/payment.ts';

/** Claims payments that are due for an enquiry and postpones the next one, so that only one process asks. */
export async function claimDuePayments(tx: Tx, most: number): Promise<Payment[]> {
  return tx
    .updateTable('payment.payment')
    .set({
      next_update_at: sql`now() + interval '1 second' * (${inForce(railRule, { rail: sql.ref('payment.rail'), currency: sql.ref('payment.currency') }, { select: sql`enquiry_interval_seconds` })})`,
    })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payment.payment')
        .select('id')
        .where('state', 'in', ['submitted', 'sent'])
        .where('next_update_at', '<=', sql<Date>`now()`)
        .orderBy('next_update_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

export async function claimReleasablePayments(tx: Tx, most: number): Promise<Payment[]> {
  return tx
    .updateTable('payment.payment')
    .set({ not_before: null, reason_code: null, reason: null, next_step: null, next_update_at: null })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payment.payment')
        .select('id')
        .where('state', '=', 'ready')
        .where('not_before', '<=', sql<Date>`now()`)
        .orderBy('not_before')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
