import type { KycResult } from '@larkmere/contract/customers/kyc-event';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { KycVendorCheck } from '../../platform/db/schema.gen.ts';

export type VendorCheckRow = Readonly<Selectable<KycVendorCheck>>;

export const insertVendorCheck = (tx: Tx, id: string, applicationId: string): Promise<VendorCheckRow> =>
  tx.insertInto('kyc.vendor_check').values({ id, applicationId }).returningAll().executeTakeFirstOrThrow();

export const findVendorCheck = (tx: Tx, id: string): Promise<VendorCheckRow | undefined> =>
  tx.selectFrom('kyc.vendor_check').selectAll().where('id', '=', id).executeTakeFirst();

export const selectVendorChecks = (tx: Tx, applicationId: string): Promise<VendorCheckRow[]> =>
  tx
    .selectFrom('kyc.vendor_check')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const updateVendorCheck = (tx: Tx, id: string, change: Updateable<KycVendorCheck>): Promise<VendorCheckRow> =>
  tx.updateTable('kyc.vendor_check').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** A member of staff who decides meanwhile does not wait for the vendor any more. A refusal that comes later is a contradiction. */
export async function supersedeVendorChecks(tx: Tx, applicationId: string): Promise<void> {
  await tx
    .updateTable('kyc.vendor_check')
    .set({ state: 'superseded', nextEnquiryAt: null })
    .where('applicationId', '=', applicationId)
    .where('state', 'not in', ['completed', 'superseded'])
    .execute();
}

export const isAwaited = ({ state }: VendorCheckRow): boolean => state !== 'completed' && state !== 'superseded';

type VendorEvent = Readonly<{
  eventId: string;
  checkId: string;
  sequence: number;
  result: KycResult;
  isOutdated: boolean;
}>;

/** False for an event that was received before. */
export async function insertVendorEvent(
  tx: Tx,
  { eventId, checkId, sequence, result, isOutdated }: VendorEvent,
): Promise<boolean> {
  const { rows } = await sql`
    insert into kyc.vendor_event (event_id, check_id, sequence, status, answer, reject_type, is_outdated)
    values (${eventId}, ${checkId}, ${sequence}, ${result.status}, ${result.answer}, ${result.rejectType}, ${isOutdated})
    on conflict (event_id) do nothing returning event_id`.execute(tx);
  return rows.length > 0;
}
