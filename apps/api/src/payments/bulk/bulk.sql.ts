import type { BulkRail } from '@larkmere/contract/payments/bulk';
import type { ScamWarningCode } from '@larkmere/contract/payments/scam-warning';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isUsableBankholder } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { BulkPaymentFile, BulkPaymentRow } from '../../platform/db/schema.gen.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, MemberCtx } from '../../platform/requests/verb.ts';
import type { RowFault, RowValues, StoredInstruction } from './bulk.ts';
import type { FileFormat } from './parse-file.ts';
import type { StoredRowState } from './row-lifecycle.ts';
import type { RowQuestion } from './row-questions.ts';

export type FileRow = Readonly<Selectable<BulkPaymentFile>>;
export type BulkRow = Readonly<
  Omit<Selectable<BulkPaymentRow>, 'given' | 'faults' | 'questions' | 'read' | 'warningCode'> & {
    given: RowValues;
    faults: readonly RowFault[];
    questions: readonly RowQuestion[];
    read: StoredInstruction | null;
    warningCode: ScamWarningCode | null;
  }
>;

type NewFile = Readonly<{
  id: string;
  customerId: string;
  userId: string;
  name: string;
  format: FileFormat;
  sha256: Buffer;
  at: Date;
}>;

export async function insertFile(tx: Tx, { id, customerId, userId, name, format, sha256, at }: NewFile): Promise<void> {
  const whose = { customerId, userId };
  await tx
    .insertInto('bulk_payment.file')
    .values({ id, ...whose, name, format, sha256, createdAt: at })
    .execute();
}

/** A file is of no account until rows are released. Then members who may not use one of the accounts do not see it. */
const ownFiles = (tx: Tx, reader: MemberCtx['actor']) =>
  tx
    .selectFrom('bulk_payment.file')
    .where('customerId', '=', reader.customerId)
    .where(
      sql<boolean>`not exists (select from bulk_payment.row r where r.file_id = file.id
        and r.source_bankholder_id is not null and not ${isUsableBankholder(sql`r.source_bankholder_id`, reader)})`,
    );

export async function findDuplicateFile(
  tx: Tx,
  reader: MemberCtx['actor'],
  sha256: Buffer,
): Promise<string | undefined> {
  const row = await ownFiles(tx, reader)
    .select('id')
    .where('sha256', '=', sha256)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export type ValidatedRow = Readonly<{
  state: 'faulty' | 'doubtful' | 'checking' | 'ready';
  given: RowValues;
  faults: readonly RowFault[];
  read: object | null;
  currency: Currency | null;
  amountMinor: string | null;
  payeeId: string | null;
  payeeVersion: number | null;
  duplicateKey: string | null;
  rail: BulkRail | null;
  executionDate: string | null;
  digest: string | null;
  nameKey: string | null;
  nameCheckId: string | null;
  warningCode: ScamWarningCode | null;
  questions: readonly RowQuestion[];
  awaitsPayee: boolean;
}>;

export async function insertRows(
  tx: Tx,
  fileId: string,
  rows: readonly (ValidatedRow & Readonly<{ id: string; number: number }>)[],
): Promise<void> {
  await sql`
    insert into bulk_payment.row (file_id, id, number, state, given, faults, read, currency, amount_minor, payee_id,
      payee_version, duplicate_key, rail, execution_date, digest, name_key, name_check_id, warning_code, questions, awaits_payee)
    select ${fileId}::uuid, r.* from jsonb_to_recordset(${columnJson(rows)}::jsonb) as r (id uuid, number int,
      state text, given jsonb, faults jsonb, read jsonb, currency char(3), amount_minor bigint, payee_id uuid,
      payee_version int, duplicate_key text, rail text, execution_date date, digest text, name_key text,
      name_check_id uuid, warning_code text, questions jsonb, awaits_payee boolean)`.execute(tx);
}

export const unreleased = {
  releaseId: null,
  releasedBy: null,
  sourceBankholderId: null,
  feeMinor: null,
  quoteId: null,
};

export async function updateRow(
  tx: Tx,
  id: string,
  { given, faults, questions, read, amountMinor, ...plain }: ValidatedRow,
): Promise<void> {
  const documents = {
    amountMinor: amountMinor === null ? null : BigInt(amountMinor),
    given: JSON.stringify(given),
    faults: JSON.stringify(faults),
    questions: JSON.stringify(questions),
    read: read && JSON.stringify(read),
    refusalCode: null,
    refusal: null,
    nameCheckRequestedAt: null,
    warnedAt: null,
    ...unreleased,
  };
  await tx
    .updateTable('bulk_payment.row')
    .set({ ...plain, ...documents })
    .where('id', '=', id)
    .execute();
}

export const selectFile = (tx: Tx, id: string): Promise<FileRow | undefined> =>
  tx.selectFrom('bulk_payment.file').selectAll().where('id', '=', id).executeTakeFirst();

const selectOwnFile = (tx: Tx, reader: MemberCtx['actor'], id: string): Promise<FileRow | undefined> =>
  ownFiles(tx, reader).selectAll().where('id', '=', id).executeTakeFirst();

export const selectOwnFiles = (tx: Tx, reader: MemberCtx['actor']): Promise<FileRow[]> =>
  ownFiles(tx, reader).selectAll().orderBy('createdAt', 'desc').limit(50).execute();

export const lockRow = (tx: Tx, fileId: string, number: number): Promise<BulkRow | undefined> =>
  tx
    .selectFrom('bulk_payment.row')
    .selectAll()
    .$castTo<BulkRow>()
    .where('fileId', '=', fileId)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();

const activeRowStates: StoredRowState[] = [
  'doubtful',
  'checking',
  'ready',
  'awaiting_approval',
  'released',
  'paid',
  'refused',
];

export async function findDuplicateRow(
  tx: Tx,
  fileId: string,
  number: number,
  duplicateKey: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('bulk_payment.row')
    .select('number')
    .where('fileId', '=', fileId)
    .where('duplicateKey', '=', duplicateKey)
    .where('number', '<>', number)
    .where('state', 'in', activeRowStates)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

export async function findNameConflictRow(
  tx: Tx,
  fileId: string,
  number: number,
  { type, currency, account, name }: Pick<Payee, 'type' | 'currency' | 'account' | 'name'>,
): Promise<number | undefined> {
  const payeeField = (key: string) => sql<string>`read -> 'payee' ->> ${key}`;
  const row = await tx
    .selectFrom('bulk_payment.row')
    .select('number')
    .where('fileId', '=', fileId)
    .where('number', '<>', number)
    .where('state', 'in', activeRowStates)
    .where(payeeField('account'), '=', account)
    .where(payeeField('type'), '=', type)
    .where(payeeField('currency'), '=', currency)
    .where(payeeField('name'), '<>', name)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

export async function markExcluded(tx: Tx, id: string): Promise<void> {
  const left = { state: 'left_out', refusalCode: null, refusal: null, releaseId: null } as const;
  await tx.updateTable('bulk_payment.row').set(left).where('id', '=', id).execute();
}

/** The largest payment per currency that is ready. */
export async function selectLargestAmounts(tx: Tx, fileId: string): Promise<Money[]> {
  const { rows } = await sql<{ currency: Currency; minor: bigint }>`
    select currency, max(amount_minor)::bigint as minor
    from bulk_payment.row where file_id = ${fileId} and state = 'ready' group by 1 order by 1`.execute(tx);
  return rows.map(({ currency, minor }) => money(currency, minor));
}

type CurrencyWarnings = Readonly<{ fileId: string; currency: Currency; codes: ScamWarningCode[] }>;

export async function selectWarnings(tx: Tx, fileIds: readonly string[]): Promise<CurrencyWarnings[]> {
  const { rows } = await sql<CurrencyWarnings>`
    select file_id, currency, array_agg(distinct warning_code order by warning_code) as codes
    from bulk_payment.row where file_id = any(${fileIds}::uuid[]) and state = 'ready' and warning_code is not null
    group by 1, 2`.execute(tx);
  return rows;
}

/** What the PIN and colleagues approve of a row: its content, its name check and the questions that were confirmed. */
export const rowDigest = (row: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${row}.digest || coalesce(${row}.name_check_id::text, '') || case when ${row}.questions = '[]' then '' else ${row}.questions::text end)`;

/** Covers every ready row and its name check, so that any change voids the PIN authorisation. */
export async function computeDigests(tx: Tx, fileIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ fileId: string; digest: string }>`
    select file_id, encode(sha256(convert_to(string_agg(${rowDigest(sql`r`)}, ' ' order by r.number), 'UTF8')), 'hex') as digest
    from bulk_payment.row r where file_id = any(${fileIds}::uuid[]) and state = 'ready' group by 1`.execute(tx);
  return new Map(rows.map(({ fileId, digest }) => [fileId, digest]));
}

/** Rows of which the payee can be added: its name was checked and, where it had to be, decided about. */
export const isPayeeAddable = sql<boolean>`awaits_payee and state = 'faulty' and (name_key is null or name_check_id is not null)`;

export type PayeesToAdd = Readonly<{ count: number; checking: number; digest: string }>;

export async function selectPayeesToAdd(tx: Tx, fileIds: readonly string[]): Promise<Map<string, PayeesToAdd>> {
  const { rows } = await sql<PayeesToAdd & Readonly<{ fileId: string }>>`
    select file_id, count(distinct payee) filter (where is_addable)::int as count,
      (count(*) filter (where not is_addable))::int as checking,
      encode(sha256(convert_to(coalesce(string_agg(distinct payee, ' ' order by payee) filter (where is_addable), ''), 'UTF8')), 'hex') as digest
    from (select file_id, ${isPayeeAddable} as is_addable,
        jsonb_build_array(read -> 'payee' -> 'type', read -> 'payee' -> 'currency', read -> 'payee' -> 'account',
          read -> 'payee' -> 'name', name_check_id)::text as payee
      from bulk_payment.row where file_id = any(${fileIds}::uuid[]) and awaits_payee and state = 'faulty') as awaiting
    group by 1`.execute(tx);
  return new Map(rows.map(({ fileId, ...found }) => [fileId, found]));
}

export async function lockFile(tx: Tx, id: string): Promise<void> {
  await sql`select from bulk_payment.file where id = ${id} for no key update`.execute(tx);
}

/** Locks released rows of one file; other workers skip them. */
export async function lockReleasedRows(tx: Tx, most: number): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select * from bulk_payment.row where state = 'released' and file_id = (
      select file_id from bulk_payment.row where state = 'released' order by file_id, number limit 1 for update skip locked)
    order by number limit ${most} for update skip locked`.execute(tx);
  return rows;
}

export const selectReadyRows = (tx: Tx, fileId: string): Promise<BulkRow[]> =>
  tx
    .selectFrom('bulk_payment.row')
    .selectAll()
    .$castTo<BulkRow>()
    .where('fileId', '=', fileId)
    .where('state', '=', 'ready')
    .orderBy('number')
    .execute();

type RowWithQuestions = Readonly<{ id: string; questions: readonly RowQuestion[] }>;

/** Puts open questions to the customer, who has to answer them before the rows can be released. */
export async function updateQuestions(tx: Tx, rows: readonly RowWithQuestions[]): Promise<void> {
  await sql`
    update bulk_payment.row r set state = 'doubtful', questions = t.questions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, questions jsonb)
    where r.id = t.id`.execute(tx);
}

export type PaidRow = Readonly<{ id: string; paymentId: string }>;

export async function markPaid(tx: Tx, paid: readonly PaidRow[]): Promise<void> {
  if (paid.length === 0) return;
  await sql`
    update bulk_payment.row r set state = 'paid', payment_id = p.payment_id
    from unnest(${paid.map(({ id }) => id)}::uuid[], ${paid.map(({ paymentId }) => paymentId)}::uuid[]) as p (id, payment_id)
    where r.id = p.id`.execute(tx);
}

export async function markRefused(tx: Tx, id: string, code: string, refusal: string): Promise<void> {
  const refused = { state: 'refused', refusalCode: code, refusal } as const;
  await tx.updateTable('bulk_payment.row').set(refused).where('id', '=', id).execute();
}

export async function requireOwnFile({ tx, actor }: CustomerCtx, id: string): Promise<FileRow> {
  const file = await selectOwnFile(tx, actor, id);
  if (!file) throw new Refusal('not_found');
  return file;
}
