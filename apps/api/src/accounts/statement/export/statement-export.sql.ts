import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { daysBetweenConfirmations, daysToKeep, minutesToDownload } from './export-rules.ts';

/** Days are texts, because a Date has a zone. */
export type ExportRow = Readonly<{
  id: string;
  customerId: string;
  userId: string;
  userName: string;
  accounts: readonly string[];
  from: string;
  to: string;
  format: ExportFormat;
  layout: StatementLayout;
  preset: ExportPreset | null;
  rowCount: number;
  rowsWritten: number;
  attempts: number;
  inBackground: boolean;
  requestedAt: Date;
  expiresAt: Date | null;
  failedAt: Date | null;
  isOpen: boolean;
}>;

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
}>;

export async function insertExport(tx: Tx, row: NewExport): Promise<ExportRow> {
  await tx
    .insertInto('statement.export')
    .values({
      id: row.id,
      customer_id: row.customerId,
      user_id: row.userId,
      accounts: [...row.accounts],
      from_date: sql`${row.from}::date`,
      to_date: sql`${row.to}::date`,
      format: row.format,
      layout: row.layout,
      preset: row.preset,
      row_count: row.rowCount,
      is_confirmed: row.isConfirmed,
      in_background: row.inBackground,
      expires_at: row.inBackground ? null : sql`now() + ${minutesToDownload} * interval '1 minute'`,
    })
    .execute();
  const inserted = await selectExport(tx, row.id);
  if (!inserted) throw new RangeError(`export ${row.id} was not written`);
  return inserted;
}

const columns = sql`x.id, x.customer_id as "customerId", x.user_id as "userId", u.name as "userName", x.accounts,
  to_char(x.from_date, 'YYYY-MM-DD') as "from", to_char(x.to_date, 'YYYY-MM-DD') as "to", x.format, x.layout, x.preset,
  x.row_count as "rowCount", x.rows_written as "rowsWritten", x.attempts, x.in_background as "inBackground",
  x.requested_at as "requestedAt", x.expires_at as "expiresAt", x.failed_at as "failedAt",
  coalesce(x.expires_at > now(), false) as "isOpen"`;

const selectWhere = (condition: RawBuilder<unknown>): RawBuilder<ExportRow> => sql<ExportRow>`
  select ${columns} from statement.export x join customer.user u on u.id = x.user_id where ${condition}`;

export const selectExport = async (tx: Tx, id: string): Promise<ExportRow | undefined> =>
  (await selectWhere(sql`x.id = ${id}`).execute(tx)).rows[0];

/** Only those over accounts that the reader may use. */
export async function selectLatestExports(
  tx: Tx,
  customerId: string,
  usable: readonly string[],
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await selectWhere(sql`x.customer_id = ${customerId} and x.accounts <@ ${usable}::text[]
    order by x.requested_at desc limit ${limit}`).execute(tx);
  return rows;
}

/** The person confirmed an export, so that the next ones need none for a while. */
export async function hasConfirmedLately(
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
): Promise<boolean> {
  const { rows } = await sql`select from statement.export
    where user_id = ${userId} and customer_id = ${customerId} and is_confirmed
      and requested_at > now() - ${daysBetweenConfirmations} * interval '1 day' limit 1`.execute(tx);
  return rows.length > 0;
}

type SameExport = Readonly<{
  userId: string;
  customerId: string;
  account: string;
  from: string;
  to: string;
  format: string;
}>;

/** An export of this account and range that the person asked for and may still download. */
export async function selectOpenExport(tx: Tx, asked: SameExport): Promise<ExportRow | undefined> {
  const { rows } = await selectWhere(sql`x.user_id = ${asked.userId} and x.customer_id = ${asked.customerId}
    and x.accounts = array[${asked.account}] and x.from_date = ${asked.from}::date and x.to_date = ${asked.to}::date
    and x.format = ${asked.format} and not x.in_background and x.expires_at > now()
    order by x.requested_at desc limit 1`).execute(tx);
  return rows[0];
}

const leaseMinutes = 5;

/** Takes the oldest export that waits, or whose process has gone, so that no other process takes it too. */
export async function claimExport(tx: Tx): Promise<ExportRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    update statement.export set attempts = attempts + 1, rows_written = 0, ${extendedLease}
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

const extendedLease = sql`leased_until = now() + ${leaseMinutes} * interval '1 minute'`;

type Part = Readonly<{ id: string; attempts: number; part: number; bytes: Uint8Array; rowsWritten: number }>;

/** False if another process has taken over meanwhile. */
export async function insertPart(tx: Tx, { id, attempts, part, bytes, rowsWritten }: Part): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement.export set rows_written = ${rowsWritten}, ${extendedLease}
    where id = ${id} and attempts = ${attempts} and prepared_at is null and failed_at is null`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await tx
    .insertInto('statement.export_content')
    .values({ export_id: id, part, bytes: Buffer.from(bytes) })
    .execute();
  return true;
}

export async function markPrepared(tx: Tx, { id, attempts }: Pick<ExportRow, 'id' | 'attempts'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement.export set prepared_at = now(), leased_until = null,
      expires_at = now() + ${daysToKeep} * interval '1 day'
    where id = ${id} and attempts = ${attempts} and prepared_at is null and failed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markFailed(tx: Tx, { id, attempts }: Pick<ExportRow, 'id' | 'attempts'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement.export set failed_at = now(), leased_until = null
    where id = ${id} and attempts = ${attempts} and prepared_at is null and failed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** The next run tries it again. */
export const releaseExport = (tx: Tx, { id, attempts }: Pick<ExportRow, 'id' | 'attempts'>) =>
  sql`update statement.export set leased_until = now() where id = ${id} and attempts = ${attempts}`.execute(tx);

export async function selectPart(tx: Tx, id: string, part: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('statement.export_content')
    .select('bytes')
    .where('export_id', '=', id)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.bytes;
}

export const deleteExpiredContent = (db: Db | Tx) =>
  sql`delete from statement.export_content c using statement.export x
    where x.id = c.export_id and (x.failed_at is not null or x.expires_at <= now())`.execute(db);
