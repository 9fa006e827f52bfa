import type { BulkRail } from '@larkmere/contract/payments/bulk';
import type { ScamWarningCode } from '@larkmere/contract/payments/scam-warning';
import type { Currency } from '@larkmere/money/money';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { BulkPaymentRelease } from '../../platform/db/schema.gen.ts';
import { unreleased } from './bulk.sql.ts';

export type ReleaseRow = Readonly<Selectable<BulkPaymentRelease>>;

type ReleaseTerms = Readonly<{
  currency: Currency;
  rail: BulkRail;
  executionDate: string | null;
  sourceBankholderId: string;
  maxFeeMinor: bigint;
  userId: string;
  releaseId: string | null;
  confirmedWarnings: Readonly<{ codes: readonly ScamWarningCode[]; at: Date }>;
}>;

export async function assignRelease(tx: Tx, fileId: string, terms: ReleaseTerms): Promise<void> {
  const { currency, rail, executionDate, sourceBankholderId, maxFeeMinor, userId, releaseId, confirmedWarnings } =
    terms;
  await tx
    .updateTable('bulk_payment.row')
    .set({
      state: releaseId === null ? 'released' : 'awaiting_approval',
      releasedBy: userId,
      sourceBankholderId,
      feeMinor: maxFeeMinor,
      releaseId,
      warnedAt: sql`case when warning_code = any(${[...confirmedWarnings.codes]}::text[]) then ${confirmedWarnings.at}::timestamptz end`,
    })
    .where('fileId', '=', fileId)
    .where('state', '=', 'ready')
    .where('currency', '=', currency)
    .where('rail', '=', rail)
    .where('executionDate', 'is not distinct from', executionDate)
    .execute();
}

export const insertRelease = (tx: Tx, release: Insertable<BulkPaymentRelease>): Promise<ReleaseRow> =>
  tx.insertInto('bulk_payment.release').values(release).returningAll().executeTakeFirstOrThrow();

export const findRelease = (tx: Tx, id: string): Promise<ReleaseRow | undefined> =>
  tx.selectFrom('bulk_payment.release').selectAll().where('id', '=', id).executeTakeFirst();

export type ReleasePart = Readonly<{
  rail: BulkRail;
  executionDate: string | null;
  count: number;
  minor: bigint;
  feeMinor: bigint;
}>;

export async function sumRelease(tx: Tx, releaseId: string): Promise<ReleasePart[]> {
  const { rows } = await sql<ReleasePart>`
    select rail, execution_date, count(*)::int as count, sum(amount_minor)::bigint as minor, max(fee_minor) as fee_minor
    from bulk_payment.row where release_id = ${releaseId} group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

/** A release of later dates alone holds no money. */
export const hasHold = ({ count, scheduledCount }: ReleaseRow): boolean => scheduledCount < count;

export const isDueNow = ({ executionDate }: Pick<ReleasePart, 'executionDate'>): boolean => executionDate === null;

export async function releaseApprovedRows(tx: Tx, releaseId: string): Promise<void> {
  await tx.updateTable('bulk_payment.release').set({ state: 'released' }).where('id', '=', releaseId).execute();
  await tx.updateTable('bulk_payment.row').set({ state: 'released' }).where('releaseId', '=', releaseId).execute();
}

export async function restoreReadyRows(tx: Tx, releaseId: string): Promise<void> {
  await tx.updateTable('bulk_payment.release').set({ state: 'sent_back' }).where('id', '=', releaseId).execute();
  const ready = { state: 'ready', warnedAt: null, ...unreleased } as const;
  await tx.updateTable('bulk_payment.row').set(ready).where('releaseId', '=', releaseId).execute();
}

export type FileRelease = Readonly<{ id: string; fileId: string }>;

export async function selectReleases(tx: Tx, fileIds: readonly string[]): Promise<FileRelease[]> {
  const { rows } = await sql<FileRelease>`
    select id, file_id from bulk_payment.release where file_id = any(${fileIds}::uuid[])
    order by created_at desc, id desc`.execute(tx);
  return rows;
}
