import type { NameCheckResult } from '@larkmere/contract/payees/payee';
import type { BulkRail, BulkRowState } from '@larkmere/contract/payments/bulk';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { type Message, message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Payee } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { present } from '../../platform/values/values.ts';
import { type BulkRow, rowDigest } from './bulk.sql.ts';
import type { RowInstruction } from './bulk.ts';

type DebitCurrency = Readonly<{ fileId: string; currency: Currency; debitCurrency: Currency }>;

/** Per currency the account's currency that all ready rows name. */
export async function selectDebitCurrencies(tx: Tx, fileIds: readonly string[]): Promise<DebitCurrency[]> {
  const { rows } = await sql<DebitCurrency>`
    select file_id, currency, min(read ->> 'debitCurrency') as debit_currency
    from bulk_payment.row where file_id = any(${fileIds}::uuid[]) and state = 'ready'
    group by 1, 2 having count(read ->> 'debitCurrency') = count(*) and count(distinct read ->> 'debitCurrency') = 1`.execute(
    tx,
  );
  return rows;
}

type Account = Pick<Payee, 'type' | 'currency' | 'account'>;
export type KnownPayee = Account &
  Readonly<{
    id: string;
    version: number;
    status: Payee['status'];
    reasonCode: Payee['reasonCode'];
    ownAccount: boolean;
    wasPaid: boolean;
    name: string;
    nickname: string | null;
    nameResult: string | null;
    /** The result is younger than the acceptance of a name lasts. */
    isNameRecent: boolean;
    /** The largest payment that arrived. */
    largestMinor: bigint | null;
    purpose: string | null;
    relationship: string | null;
  }>;

export async function findFileCustomers(
  tx: Tx,
  rows: readonly Pick<BulkRow, 'fileId'>[],
): Promise<ReadonlyMap<string, string>> {
  const files = await tx
    .selectFrom('bulk_payment.file')
    .select(['id', 'customerId'])
    .where('id', 'in', [...new Set(rows.map(({ fileId }) => fileId))])
    .execute();
  return new Map(files.map((file) => [file.id, file.customerId]));
}

const acceptanceDays = 90;

export async function findKnownPayees(tx: Tx, customerId: string, accounts: readonly Account[]): Promise<KnownPayee[]> {
  const { rows } = await sql<KnownPayee>`
    select p.id, p.version, p.status, p.reason_code, p.type, p.currency, p.account, p.own_account, p.last_paid_at is not null as was_paid,
      p.details ->> 'purpose' as purpose, p.details ->> 'relationship' as relationship,
      p.name, p.nickname, c.result as name_result, coalesce(c.requested_at > now() - ${acceptanceDays} * interval '1 day', false) as is_name_recent,
      (select max(y.amount_minor) from payment.payment y where y.payee_id = p.id and y.currency = p.currency and y.state = 'completed') as largest_minor
    from payee.payee p left join payee.name_check c on c.id = p.name_check_id
    join (select distinct * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as a (type text, currency text, account text)) a
      on a.type = p.type and a.currency = p.currency and a.account = p.account
    where p.customer_id = ${customerId} and p.saved and p.deleted_at is null`.execute(tx);
  return rows;
}

/** A row that is paid is shown as scheduled while its payment waits for its date. */
const shownState = sql<BulkRowState>`case when r.state = 'paid' and r.execution_date is not null and exists (
  select from payment.payment s where s.id = r.payment_id and s.state in ('scheduled', 'awaiting_funds'))
  then 'scheduled' else r.state end`;

export type RowCount = Readonly<{
  fileId: string;
  state: BulkRowState;
  currency: Currency | null;
  rail: BulkRail | null;
  executionDate: string | null;
  count: number;
  minor: bigint;
}>;

export async function countRows(tx: Tx, fileIds: readonly string[]): Promise<RowCount[]> {
  const { rows } = await sql<RowCount>`
    select file_id, ${shownState} as state, currency, rail, execution_date, count(*)::int as count,
      coalesce(sum(amount_minor), 0)::bigint as minor
    from bulk_payment.row r where file_id = any(${fileIds}::uuid[]) group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5, 2`.execute(
    tx,
  );
  return rows;
}

export type RowWithPayment = BulkRow &
  Readonly<{
    shownState: BulkRowState;
    paymentReference: string | null;
    paymentState: PaymentState | null;
    payeeName: string | null;
    payeeDeletedAt: Date | null;
    nameResult: z.infer<typeof NameCheckResult> | null;
    actualName: string | null;
  }>;

type DeletedPayee = Readonly<{ id: string; name: string; at: Date }>;

export async function findDeletedPayees(tx: Tx, ids: readonly string[]): Promise<DeletedPayee[]> {
  const { rows } = await sql<DeletedPayee>`
    select id, name, deleted_at as at from payee.payee where id = any(${ids}::uuid[]) and deleted_at is not null`.execute(
    tx,
  );
  return rows;
}

type Page = Readonly<{ state: BulkRowState | undefined; first: number; most: number }>;

export const selectRows = (tx: Tx, fileId: string, { state, first, most }: Page): Promise<RowWithPayment[]> =>
  tx
    .selectFrom('bulk_payment.row as r')
    .leftJoin('payment.payment as p', 'p.id', 'r.paymentId')
    .leftJoin('payee.payee as e', 'e.id', 'r.payeeId')
    .leftJoin('payee.name_check as c', 'c.id', 'r.nameCheckId')
    .selectAll('r')
    .select(shownState.as('shownState'))
    .select(['p.reference as paymentReference', 'p.state as paymentState'])
    .select(['e.name as payeeName', 'e.deletedAt as payeeDeletedAt'])
    .select(['c.result as nameResult', 'c.actualName'])
    .where('r.fileId', '=', fileId)
    .$if(state !== undefined, (query) => query.where(shownState, '=', state ?? null))
    .orderBy('r.number')
    .offset(first)
    .limit(most)
    .$castTo<RowWithPayment>()
    .execute();

type Result = z.infer<typeof NameCheckResult>;

export async function countNameResults(
  tx: Tx,
  fileIds: readonly string[],
): Promise<Map<string, Partial<Record<Result, number>>>> {
  const { rows } = await sql<{ fileId: string; names: Partial<Record<Result, number>> }>`
    select file_id, jsonb_object_agg(result, n) as names from (
      select r.file_id, c.result, count(*) as n
      from bulk_payment.row r join payee.name_check c on c.id = r.name_check_id
      where r.file_id = any(${fileIds}::uuid[]) and r.state <> 'left_out' group by 1, 2) as counted
    group by 1`.execute(tx);
  return new Map(rows.map(({ fileId, names }) => [fileId, names]));
}

type PayeeSummary = Readonly<{ digest: string; payees: number; added: number; changed: number }>;

export async function summarisePayees(tx: Tx, releaseId: string): Promise<PayeeSummary> {
  const { rows } = await sql<PayeeSummary>`
    select encode(sha256(convert_to(string_agg(${rowDigest(sql`r`)}, ' ' order by r.number), 'UTF8')), 'hex') as digest,
      count(distinct r.read -> 'payee' ->> 'account')::int as payees,
      (count(distinct r.read -> 'payee' ->> 'account') filter (where r.payee_id is null))::int as added,
      (count(*) filter (where r.payee_id is not null
        and (p.version <> r.payee_version or p.status <> 'approved' or p.deleted_at is not null)))::int as changed
    from bulk_payment.row r left join payee.payee p on p.id = r.payee_id where r.release_id = ${releaseId}`.execute(tx);
  return present(rows[0], 'the summary');
}

type LargestRow = Readonly<{ name: string; read: Pick<RowInstruction, 'payee'>; minor: bigint }>;

export async function selectLargestRows(tx: Tx, releaseId: string, most: number): Promise<LargestRow[]> {
  const { rows } = await sql<LargestRow>`
    select coalesce(p.name, r.read -> 'payee' ->> 'name') as name, r.read, r.amount_minor as minor
    from bulk_payment.row r left join payee.payee p on p.id = r.payee_id where r.release_id = ${releaseId}
    order by r.amount_minor desc, r.number limit ${most}`.execute(tx);
  return rows;
}

type DeletedPayeeRow = Readonly<{ number: number; name: string; at: Date }>;

export const deletedPayeeReason = ({ number, name, at }: DeletedPayeeRow): Message =>
  message('bulk_row_payee_deleted', { row: number, payeeName: name, deletedOn: londonDay(at) });

export const deletedPayeeRefusal = (deleted: DeletedPayeeRow): Refusal =>
  new Refusal('not_found', { reason: deletedPayeeReason(deleted) });

type OpenQuotes = Readonly<{ fileId: string; userId: string; now: Date }>;

/** The newest quote that this member was given for each currency of the file. */
export async function selectOpenQuotes(tx: Tx, { fileId, userId, now }: OpenQuotes): Promise<string[]> {
  const { rows } = await sql<{ quoteId: string }>`
    select distinct on (q.buy) c.quote_id from bulk_payment.conversion c join fx.batch_quote q on q.id = c.quote_id
    where c.file_id = ${fileId} and q.user_id = ${userId} and q.expires_at > ${now}
    order by q.buy, q.made_at desc`.execute(tx);
  return rows.map(({ quoteId }) => quoteId);
}
