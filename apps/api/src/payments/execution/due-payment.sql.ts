import type { ReasonCode } from '@larkmere/contract/payments/payment';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { railRule } from '../../reference/rail/rail.ts';
import { serviceOfRail } from '../../reference/service-breaker/service-breaker.ts';
import type { Payment } from '../payment/payment.ts';

/** Claims payments that are due for an enquiry and postpones the next one, so that only one process asks. */
export async function claimDuePayments(tx: Tx, most: number): Promise<Payment[]> {
  return tx
    .updateTable('payment.payment')
    .set({
      nextUpdateAt: sql`now() + interval '1 second' * (${inForce(railRule, { rail: sql.ref('payment.rail'), currency: sql.ref('payment.currency') }, { select: sql`enquiry_interval_seconds` })})`,
    })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payment.payment')
        .select('id')
        .where('state', 'in', ['submitted', 'sent'])
        .where('nextUpdateAt', '<=', sql<Date>`now()`)
        .orderBy('nextUpdateAt')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

type HeldRails = Readonly<{ stopped: readonly RailName[]; queued: readonly RailName[] }>;

/**
 * Payments that can go to their rail now. One that waits for its service stays while the rail is stopped, or while an
 * event lets payments of its customer wait, unless its payer is due an update. The reason of that wait stays until the
 * payment is submitted.
 */
export async function claimReleasablePayments(
  tx: Tx,
  most: number,
  { stopped, queued }: HeldRails,
): Promise<Payment[]> {
  const waitsFor = (reasonCode: ReasonCode) => sql<boolean>`reason_code is not distinct from ${reasonCode}`;
  const unlessWaiting = (column: string) =>
    sql<never>`case when reason_code in ('vendor_delay', 'service_queued') then ${sql.ref(column)} end`;
  return tx
    .updateTable('payment.payment')
    .set({
      notBefore: null,
      reasonCode: unlessWaiting('reasonCode'),
      reason: unlessWaiting('reason'),
      nextStep: unlessWaiting('nextStep'),
      nextUpdateAt: unlessWaiting('nextUpdateAt'),
    })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payment.payment')
        .select('id')
        .where('state', '=', 'ready')
        .where('notBefore', '<=', sql<Date>`now()`)
        .where(sql<boolean>`not customer.is_frozen(customer_id)`)
        .where(
          sql<boolean>`(rail <> all(${stopped}::text[]) or not ${waitsFor('vendor_delay')} or next_update_at <= now())`,
        )
        .where(
          sql<boolean>`(rail <> all(${queued}::text[]) or not ${waitsFor('service_queued')} or next_update_at <= now()
            or not exists (select from unnest(${queued}::text[], ${queued.map(serviceOfRail)}::text[]) as r (name, service)
              where r.name = payment.rail and service_control.is_queued(r.service, payment.customer_id)))`,
        )
        .orderBy('notBefore')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
