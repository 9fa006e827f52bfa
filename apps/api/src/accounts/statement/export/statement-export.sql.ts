import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import { yearsOfStatements } from '@larkmere/contract/platform/account-status';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { daysToKeep, daysToKeepMonthly, minutesToDownload } from './export-rules.ts';
import { type ExportRow, selectExport } from './statement-export.read.ts';

type NewExport = Readonly<{
  id: string;
  customerId: string;
  userId: string;
  accounts: readonly string[];
  from: string;
  to: string;
  format: ExportFormat;
  layout: StatementLayout;
  preset: ExportPreset | null;
  rowCount: number;
  isConfirmed: boolean;
  inBackground: boolean;
  subscriptionId?: string;
  isClosingPack?: boolean;
}>;

export async function insertExport(tx: Tx, row: NewExport): Promise<ExportRow> {
  await tx
    .insertInto('statement.export')
    .values({
      id: row.id,
      customerId: row.customerId,
      userId: row.userId,
      accounts: [...row.accounts],
      fromDate: sql`${row.from}::date`,
      toDate: sql`${row.to}::date`,
      format: row.format,
      layout: row.layout,
      preset: row.preset,
      rowCount: row.rowCount,
      isConfirmed: row.isConfirmed,
      inBackground: row.inBackground,
      subscriptionId: row.subscriptionId ?? null,
      isClosingPack: row.isClosingPack ?? false,
      expiresAt: row.inBackground ? null : sql`now() + ${minutesToDownload} * interval '1 minute'`,
    })
    .execute();
  const inserted = await selectExport(tx, row.id);
  if (!inserted) throw new RangeError(`export ${row.id} was not written`);
  return inserted;
}

const leaseMinutes = 5;

/** Takes the oldest export that waits, or whose process has gone, so that no other process takes it too. */
export async function claimExport(tx: Tx): Promise<ExportRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    update statement.export set attempts = attempts + 1, rows_written = 0, ${leaseFromNow}
    where id = (
      select id from statement.export
      where in_background and prepared_at is null and failed_at is null and coalesce(leased_until <= now(), true)
      order by requested_at limit 1 for update skip locked)
    returning id`.execute(tx);
  const [claimed] = rows;
  if (!claimed) return undefined;
  await sql`delete from statement.export_content where export_id = ${claimed.id}`.execute(tx);
  return selectExport(tx, claimed.id);
}

const leaseFromNow = sql`leased_until = now() + ${leaseMinutes} * interval '1 minute'`;

type Part = Readonly<{ id: string; attempts: number; part: number; bytes: Uint8Array; rowsWritten: number }>;

/** False if another process has taken over meanwhile. */
export async function insertPart(tx: Tx, { id, attempts, part, bytes, rowsWritten }: Part): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement.export set rows_written = ${rowsWritten}, ${leaseFromNow}
    where id = ${id} and attempts = ${attempts} and prepared_at is null and failed_at is null`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await tx
    .insertInto('statement.export_content')
    .values({ exportId: id, part, bytes: Buffer.from(bytes) })
    .execute();
  return true;
}

export async function markPrepared(tx: Tx, { id, attempts }: Pick<ExportRow, 'id' | 'attempts'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement.export set prepared_at = now(), leased_until = null, row_count = rows_written,
      expires_at = now() + case when is_closing_pack then ${yearsOfStatements} * interval '1 year'
        when subscription_id is null then ${daysToKeep} * interval '1 day'
        else ${daysToKeepMonthly} * interval '1 day' end
    where id = ${id} and attempts = ${attempts} and prepared_at is null and failed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markFailed(tx: Tx, { id, attempts }: Pick<ExportRow, 'id' | 'attempts'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement.export set failed_at = now(), leased_until = null
    where id = ${id} and attempts = ${attempts} and prepared_at is null and failed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

const secondsToRetry = 30;

/** A later run tries it again. */
export const releaseExport = (tx: Tx, { id, attempts }: Pick<ExportRow, 'id' | 'attempts'>) =>
  sql`update statement.export set leased_until = now() + ${secondsToRetry} * interval '1 second'
    where id = ${id} and attempts = ${attempts}`.execute(tx);

export async function selectPart(tx: Tx, id: string, part: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('statement.export_content')
    .select('bytes')
    .where('exportId', '=', id)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.bytes;
}

export const deleteExpiredContent = (db: Db | Tx) =>
  sql`delete from statement.export_content c using statement.export x
    where x.id = c.export_id and (x.failed_at is not null or x.expires_at <= now())`.execute(db);

/** The latest pack of a person that is prepared, or can be downloaded. */
export async function selectLatestPack(
  tx: Tx,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from statement.export where customer_id = ${customerId} and user_id = ${userId} and is_closing_pack
    order by requested_at desc limit 1`.execute(tx);
  return rows[0] && selectExport(tx, rows[0].id);
}
