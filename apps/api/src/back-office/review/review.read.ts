import type { ReviewView } from '@larkmere/contract/back-office/review';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { PaymentState, ReasonCode } from '@larkmere/contract/payments/payment';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { NamedParty } from './sanctions-alert.sql.ts';

export type ReviewedPayment = Readonly<{
  id: string;
  reference: string;
  attempt: number;
  state: PaymentState;
  rail: string;
  currency: Currency;
  amountMinor: bigint;
  payerName: string;
  payeeName: string;
  reasonCode: ReasonCode | null;
  documentsRequired: readonly string[];
  createdAt: Date;
  /** When we received the order: the day a scheduled payment was planned for, or the last approval of a colleague. */
  receivedAt: Date;
  nextUpdateAt: Date | null;
  deadlineAt: Date | null;
  customerId: string;
  accountId: string;
  userId: string;
  customerName: string;
  memberCode: string;
  bankQuestion: Omit<NonNullable<ReviewView['bankQuery']>, 'settlementReport'> | null;
}>;

const reviewedPayments = sql`
  select p.id, p.reference, p.attempt, p.state, p.rail, p.currency, p.amount_minor, p.payer_name,
    p.payee_name, p.reason_code, p.documents_required,
    p.created_at, coalesce(p.execute_at, p.created_at) as received_at, p.next_update_at, p.deadline_at, p.customer_id, p.account_id, p.user_id, c.name as customer_name,
    c.member_code,
    case when g.at is not null then jsonb_build_object('code', g.reason_code, 'text', g.reason_text,
      'requestedAt', to_char(g.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'answer', coalesce(r.answer, p.rfi_response),
      'reportsSettlement', p.status_conflict_at is not null) end as bank_question
  from payment.payment p join customer.customer c on c.id = p.customer_id left join payment.rejected_attempt g on g.payment_id = p.id and g.attempt = p.attempt - 1
    left join review.decision r on r.payment_id = p.id and r.released_at is null`;

export async function findReviewedPayment(tx: Tx, id: string): Promise<ReviewedPayment | undefined> {
  const { rows } = await sql<ReviewedPayment>`${reviewedPayments} where p.id = ${id}`.execute(tx);
  return rows[0];
}

type PaymentHit = ReviewView['hits'][number] & Readonly<{ paymentId: string }>;

export async function selectHits(tx: Tx, paymentIds: readonly string[]): Promise<PaymentHit[]> {
  const { rows } = await sql<PaymentHit>`
    select payment_id, subject, entry_id, name, regime, score::text, rule
    from screening.hit where payment_id = any(${paymentIds}::uuid[]) order by score desc, entry_id`.execute(tx);
  return rows;
}

export async function selectDocumentTypes(tx: Tx, paymentId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ type: string }>`
    select distinct type from document.document where payment_id = ${paymentId} and state <> 'refused'`.execute(tx);
  return new Set(rows.map(({ type }) => type));
}

/** The end of the nth working day in England. Receipt on another day counts as receipt on the next working day. */
export async function findEndOfWorkingDay(tx: Tx, after: Date, days: number): Promise<Date> {
  const { rows } = await sql<{ end: Date }>`
    select ((payment.working_day('england', (${after}::timestamptz at time zone 'Europe/London')::date, ${days}::int) + 1)
      ::timestamp at time zone 'Europe/London') as end`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a day has an end');
  return row.end;
}

export async function selectUnansweredPayments(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment.payment where state = 'info_required' and deadline_at <= now() order by deadline_at limit ${most}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export async function selectPaymentsDueUpdate(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment.payment
    where state in ('in_review', 'info_required') and next_update_at <= now() and (state = 'in_review' or deadline_at > now())
    order by next_update_at limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function selectStaleRequests(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from review.request r join payment.payment p on p.id = r.payment_id
    where r.state = 'action_required' and p.state <> 'info_required'
    union select p.id from review.request r join payment.payment p on p.id = r.payment_id
    where r.state = 'answered' and p.state not in ('in_review', 'info_required') limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

type UnsentPayment = Readonly<{ id: string; payerName: string; payeeName: string }>;

export async function selectUnsentPayments(tx: Tx): Promise<UnsentPayment[]> {
  const { rows } = await sql<UnsentPayment>`
    select id, payer_name, payee_name from payment.payment
    where state in ('ready', 'in_review', 'info_required') order by id`.execute(tx);
  return rows;
}

export async function findRole(tx: Tx, staffId: string): Promise<StaffRole> {
  const { role } = await tx
    .selectFrom('staff.member')
    .select('role')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  return role;
}

export async function findStaffName(tx: Tx, staffId: string): Promise<string> {
  const { name } = await tx
    .selectFrom('staff.member')
    .select('name')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  return name;
}

/** Those of the payments that only compliance may see and decide. */
export async function selectWithCompliance(tx: Tx, paymentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${paymentIds}::uuid[]) id
    where review.is_with_compliance(id)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

const lowestId = '00000000-0000-0000-0000-000000000000';

export async function selectPartiesAfter(
  tx: Tx,
  subject: NamedParty['subject'],
  last: string | undefined,
  most: number,
): Promise<NamedParty[]> {
  const names =
    subject === 'payee'
      ? sql`select id, customer_id, name from payee.payee where deleted_at is null`
      : sql`select id, id as customer_id, name from customer.customer where state <> 'closed'`;
  const { rows } = await sql<NamedParty>`
    select ${subject}::text as subject, id, customer_id, name from (${names}) named
    where id > ${last ?? lowestId}::uuid order by id limit ${most}`.execute(tx);
  return rows;
}
