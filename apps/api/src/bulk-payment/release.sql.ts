import type { BulkRail } from '@larkmere/contract/bulk-payment';
import type { WarningCode } from '@larkmere/contract/payment-warning';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { BulkPaymentRelease } from '../kernel/schema.gen.ts';

export type ReleaseRow = Readonly<Selectable<BulkPaymentRelease>>;

type Terms = Readonly<{
  currency: string;
  rail: BulkRail;
  sourceBankholderId: string;
  feeMinor: bigint;
  personId: string;
  releaseId: string | null;
  warned: Readonly<{ codes: readonly WarningCode[]; at: Date }>;
}>;

export async function releaseRows(tx: Tx, fileId: string, terms: Terms): Promise<void> {
  const { currency, rail, sourceBankholderId, feeMinor, personId, releaseId, warned } = terms;
  await tx
    .updateTable('bulk_payment.row')
    .set({
      state: releaseId === null ? 'released' : 'awaiting_approval',
      released_by: personId,
      source_bankholder_id: sourceBankholderId,
      fee_minor: feeMinor,
      release_id: releaseId,
      warned_at: sql`case when warning_code = any(${[...warned.codes]}::text[]) then ${warned.at}::timestamptz end`,
    })
    .where('file_id', '=', fileId)
    .where('state', '=', 'ready')
    .where('currency', '=', currency)
    .where('rail', '=', rail)
    .execute();
}

export const insertRelease = (tx: Tx, release: Insertable<BulkPaymentRelease>): Promise<ReleaseRow> =>
  tx.insertInto('bulk_payment.release').values(release).returningAll().executeTakeFirstOrThrow();

export const findRelease = (tx: Tx, id: string): Promise<ReleaseRow | undefined> =>
  tx.selectFrom('bulk_payment.release').selectAll().where('id', '=', id).executeTakeFirst();

export type Part = Readonly<{ rail: BulkRail; count: number; minor: bigint; feeMinor: bigint }>;

export async function partsOf(tx: Tx, releaseId: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select rail, count(*)::int as count, sum(amount_minor)::bigint as minor, max(fee_minor) as "feeMinor"
    from bulk_payment.row where release_id = ${releaseId} group by 1 order by 1`.execute(tx);
  return rows;
}

export async function letRowsGo(tx: Tx, releaseId: string): Promise<void> {
  await tx.updateTable('bulk_payment.release').set({ state: 'released' }).where('id', '=', releaseId).execute();
  await tx.updateTable('bulk_payment.row').set({ state: 'released' }).where('release_id', '=', releaseId).execute();
}

export async function giveRowsBack(tx: Tx, releaseId: string): Promise<void> {
  await tx.updateTable('bulk_payment.release').set({ state: 'sent_back' }).where('id', '=', releaseId).execute();
  const forgotten = {
    release_id: null,
    released_by: null,
    source_bankholder_id: null,
    fee_minor: null,
    warned_at: null,
  };
  await tx
    .updateTable('bulk_payment.row')
    .set({ state: 'ready', ...forgotten })
    .where('release_id', '=', releaseId)
    .execute();
}

export type Asked = Readonly<{ id: string; fileId: string }>;

export async function askedOf(tx: Tx, fileIds: readonly string[]): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select id, file_id as "fileId" from bulk_payment.release where file_id = any(${fileIds}::uuid[])
    order by created_at desc, id desc`.execute(tx);
  return rows;
}
