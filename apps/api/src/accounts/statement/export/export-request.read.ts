import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import type { ExportKind } from '@larkmere/contract/accounts/statement-export';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import { daysBetweenConfirmations } from './export-rules.ts';

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
  kind: ExportKind;
}>;

const columns = sql`x.id, x.customer_id, x.user_id, u.name as user_name, x.accounts,
  to_char(x.from_date, 'YYYY-MM-DD') as "from", to_char(x.to_date, 'YYYY-MM-DD') as "to", x.format, x.layout, x.preset,
  x.row_count, x.rows_written, x.attempts, x.in_background,
  x.requested_at, x.expires_at, x.failed_at,
  coalesce(x.expires_at > now(), false) as is_open, case when x.is_closing_pack then 'closing_pack' when x.subscription_id is not null then 'monthly' else 'statement' end as kind`;

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
