import type { CaseCustomer } from '@larkmere/contract/back-office/review-case';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { isConfidentialNote, readableBy } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';

const read = async <Row>(tx: Tx, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(tx)).rows;

export type CaseFacts = Readonly<{
  feeMinor: bigint;
  soldCurrency: Currency | null;
  soldMinor: bigint | null;
  payeeAccount: Readonly<Record<string, string>>;
  payeeSummary: string;
  payeeReference: string;
  purpose: string | null;
  payeeAddedAt: Date | null;
  source: string;
  ledgerAccountId: AccountId;
  accountCurrency: Currency;
  reason: string | null;
  nextStep: string | null;
  warningText: string | null;
  warnedAt: Date | null;
  makerId: string;
  makerName: string;
  customerId: string;
  customerName: string;
  memberCode: string;
  type: CaseCustomer['type'];
  business: boolean;
  since: Date;
  status: string;
  statusReason: string;
  kycStatus: string;
}>;

/** Undefined for a payment that was never in review. */
export async function findCaseFacts(tx: Tx, id: string): Promise<CaseFacts | undefined> {
  const [row] = await read(
    tx,
    sql<CaseFacts>`
    select p.fee_minor, p.sold_currency, p.sold_minor,
      p.payee_account, p.payee_summary, p.payee_reference, p.purpose,
      y.account_set_at as payee_added_at, p.source, a.ledger_account_id, a.currency as account_currency,
      p.reason, p.next_step, p.warning_text, p.warned_at,
      p.user_id as maker_id, u.name as maker_name, c.id as customer_id, c.name as customer_name,
      c.member_code, c.kind as type, c.business, c.created_at as since, c.state as status,
      c.state_reason as status_reason, c.kyc_status
    from payment.payment p join customer.customer c on c.id = p.customer_id
      join customer.user u on u.id = p.user_id join bank_account.account a on a.id = p.account_id
      left join payee.payee y on y.id = p.payee_id
    where p.id = ${id} and exists (select from payment.transition t where t.payment_id = p.id and t.state = 'in_review')`,
  );
  return row;
}

export type PassedState = Readonly<{ state: PaymentState; at: Date; note: string | null }>;

export const selectPassedStates = (tx: Tx, id: string): Promise<PassedState[]> =>
  read(tx, sql`select state, at, note from payment.transition where payment_id = ${id} order by seq`);

export type StaffStep = Readonly<{
  step: 'asked' | 'answered' | 'document' | 'escalated' | 'recommended' | 'approved';
  at: Date;
  by: string | null;
  note: string | null;
}>;

/** What people did about it besides the states: approvals of colleagues, questions, documents and recommendations. */
export const selectSteps = (tx: Tx, id: string): Promise<StaffStep[]> =>
  read(
    tx,
    sql`select * from (
        select 'approved' as step, d.decided_at as at, u.name as by, null as note
        from approval.request r join approval.decision d on d.request_id = r.id join customer.user u on u.id = d.user_id
        where r.kind = 'payment' and r.subject_id = ${id} and d.verdict = 'approve'
        union all
        select 'asked', r.requested_at, m.name, r.reason from review.request r join staff.member m on m.id = r.requested_by
        where r.payment_id = ${id}
        union all
        select 'answered', r.responded_at, null, null from review.request r
        where r.payment_id = ${id} and r.responded_at is not null
        union all
        select 'document', d.created_at, u.name, d.name from document.document d left join customer.user u on u.id = d.user_id
        where d.payment_id = ${id}
        union all
        select 'escalated', e.escalated_at, m.name, e.reason from review.escalation e join staff.member m on m.id = e.escalated_by
        where e.payment_id = ${id}
        union all
        select 'recommended', d.first_at, m.name, null from review.decision d join staff.member m on m.id = d.first_by
        where d.payment_id = ${id} and d.settlement is null and (d.released_at is null or d.second_by is not null)
      ) step order by at`,
  );

/** Of the last twelve months, in the same currency, sent before this one. */
export type PastPayment = Readonly<{ minor: bigint; payee: string }>;
const sentStates = sql`('submitted', 'sent', 'completed')`;

export const selectPastPayments = (tx: Tx, id: string, most: number): Promise<PastPayment[]> =>
  read(
    tx,
    sql`select o.amount_minor as minor, o.payee_name as payee
      from payment.payment p join payment.payment o on o.customer_id = p.customer_id and o.currency = p.currency
      where p.id = ${id} and o.id <> p.id and o.state in ${sentStates} and o.created_at < p.created_at
        and o.created_at > p.created_at - interval '12 months'
      order by o.created_at desc limit ${most}`,
  );

export type LastPayment = Readonly<{
  uid: string;
  at: Date;
  payee: string;
  reference: string;
  currency: Currency;
  minor: bigint;
  state: PaymentState;
}>;

export const selectLastPayments = (tx: Tx, id: string, most: number): Promise<LastPayment[]> =>
  read(
    tx,
    sql`select o.id as uid, o.created_at as at, o.payee_name as payee, o.payee_reference as reference, o.currency,
        o.amount_minor as minor, o.state
      from payment.payment p join payment.payment o on o.customer_id = p.customer_id
      where p.id = ${id} and o.id <> p.id and o.created_at < p.created_at order by o.created_at desc limit ${most}`,
  );

export type MakerDevice = Readonly<{ name: string; isTrusted: boolean; country: string | null; firstSeenAt: Date }>;

export const selectMakerDevices = (tx: Tx, makerId: string): Promise<MakerDevice[]> =>
  read(
    tx,
    sql`select name, trusted_at is not null as is_trusted, last_country as country, first_seen_at
      from device.device where user_id = ${makerId} order by last_seen_at desc limit 5`,
  );

export type CaseNote = Readonly<{ uid: string; body: string; isSupportNeed: boolean; by: string; at: Date }>;

/** Support needs first, then the latest. */
export const selectCaseNotes = (
  { tx, actor }: Pick<StaffCtx, 'tx' | 'actor'>,
  customerId: string,
): Promise<CaseNote[]> =>
  read(
    tx,
    sql`select n.id as uid, n.body, n.is_support_need, m.name as by, n.written_at as at
      from customer_file.note n join staff.member m on m.id = n.written_by
      where n.customer_id = ${customerId} and ${readableBy(actor, isConfidentialNote)} order by n.is_support_need desc, n.written_at desc limit 4`,
  );

export type CaseNameCheck = Readonly<{
  result: string;
  name: string;
  actualName: string | null;
  at: Date;
  overriddenAt: Date | null;
  reason: string | null;
}>;

export async function findNameCheck(tx: Tx, id: string): Promise<CaseNameCheck | undefined> {
  const [row] = await read(
    tx,
    sql<CaseNameCheck>`select n.result, n.name, n.actual_name, n.requested_at as at, o.accepted_at as overridden_at, o.reason
      from payment.payment p join payee.name_check n on n.id = p.name_check_id
        left join payee.name_check_override o on o.name_check_id = n.id
      where p.id = ${id}`,
  );
  return row;
}

/** The likeness in force from which on a name is a hit; null without a list. */
export async function findScreeningThreshold(tx: Tx): Promise<string | null> {
  const [row] = await read(
    tx,
    sql<{ threshold: string }>`select to_char(thousandths / 1000.0, 'FM0.000') as threshold from screening.threshold
      where effective_from <= now() and exists (select from screening.sanctions_list) order by effective_from desc limit 1`,
  );
  return row?.threshold ?? null;
}

export type CaseDocument = Readonly<{
  uid: string;
  name: string;
  type: string;
  mediaType: string;
  state: string;
  note: string | null;
  by: string | null;
  at: Date;
}>;

export const selectCaseDocuments = (tx: Tx, id: string): Promise<CaseDocument[]> =>
  read(
    tx,
    sql`select d.id as uid, d.name, d.type, d.media_type, d.state, d.note, u.name as by, d.created_at as at
      from document.document d left join customer.user u on u.id = d.user_id
      where d.payment_id = ${id} and d.state in ('received', 'accepted') order by d.created_at desc limit 20`,
  );

export type PaidBefore = Readonly<{
  ownPayments: number;
  ownSince: Date | null;
  customers: number;
  payments: number;
  since: Date | null;
  returned: number;
}>;

/** Payments to the same account by this customer and by others, as counts: it names nobody. */
export async function countPaidBefore(tx: Tx, id: string): Promise<PaidBefore> {
  const [row] = await read(
    tx,
    sql<PaidBefore>`
    select count(*) filter (where isown)::int as own_payments, min(at) filter (where isown) as own_since,
      count(distinct customer) filter (where not isown)::int as customers,
      count(*) filter (where not isown)::int as payments, min(at) filter (where not isown) as since,
      count(*) filter (where not isown and state = 'returned')::int as returned
    from (
      select o.created_at as at, o.customer_id as customer, o.state, o.customer_id = p.customer_id as isown
      from payment.payment p join payee.payee y on y.id = p.payee_id
        join payee.payee same on same.type = y.type and same.currency = y.currency and same.account = y.account
        join payment.payment o on o.payee_id = same.id
      where p.id = ${id} and o.id <> p.id and o.created_at < p.created_at
        and o.state in ('submitted', 'sent', 'completed', 'returned')
    ) paid`,
  );
  if (!row) throw new Error('a count has a row');
  return row;
}
