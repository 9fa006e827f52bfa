import { createHash } from 'node:crypto';
import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { HeldBecause, ReviewClaim, ReviewRow, ReviewStage } from '@larkmere/contract/back-office/review-queue';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import type { PaymentState, ReasonCode } from '@larkmere/contract/payments/payment';
import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { StaffActor, StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { loadPoundValues } from './dual-control.ts';
import { toMoneyView } from './review.view.ts';

export type QueuedPayment = Readonly<{
  uid: string;
  reference: string;
  state: PaymentState;
  customer: ReviewRow['customer'];
  payee: string;
  payeeAccount: Readonly<Record<string, string>>;
  currency: Currency;
  minor: bigint;
  reasonCode: ReasonCode | null;
  documents: readonly string[];
  decideBy: Date | null;
  decideOn: string | null;
  isLegalDeadline: boolean;
  isSuspected: boolean;
  isMissingGrounds: boolean;
  heldSince: Date;
  hasHits: boolean;
  isWithCompliance: boolean;
  isBankQuery: boolean;
  hasConflict: boolean;
  recommendedBy: string | null;
  requestState: string | null;
  documentsReceived: number;
  /** What else the page of the payment shows, to notice that it changed. */
  contents: string;
  claimedBy: string | null;
  claimedByName: string | null;
  claimedUntil: Date | null;
}>;

/**
 * By the quarter of an hour to decide, then the largest first. Of a hold for suspected fraud that is its legal
 * deadline; it ends with the day, so the day is that of the moment before.
 */
export async function selectQueue(
  tx: Tx,
  { most, paymentId }: Readonly<{ most: number; paymentId?: string }>,
): Promise<QueuedPayment[]> {
  const { rows } = await sql<QueuedPayment>`
    select p.id as uid, p.reference, p.state, json_build_object('uid', c.id, 'name', c.name, 'memberCode', c.member_code) as customer,
      p.payee_name as payee, p.payee_account, p.currency, p.amount_minor as minor,
      p.reason_code, p.documents_required as documents, due.at as decide_by,
      to_char((due.at - interval '1 millisecond') at time zone 'Europe/London', 'YYYY-MM-DD') as decide_on,
      coalesce(k.deadline_at = due.at, false) as is_legal_deadline, k.payment_id is not null as is_suspected,
      k.payment_id is not null and k.grounds is null as is_missing_grounds, held.since as held_since,
      hit.found as has_hits,
      hit.found or e.payment_id is not null or (k.payment_id is not null and k.customer_notified_at is null) as is_with_compliance,
      g.payment_id is not null as is_bank_query, p.status_conflict_at is not null as has_conflict,
      r.first_by as recommended_by, q.state as request_state, coalesce(d.received, 0)::int as documents_received,
      concat_ws(' ', p.next_update_at, k.grounds_recorded_at, e.escalated_at, q.responded_at, r.id, d.states,
        (select count(*) from review.look l where l.payment_id = p.id)) as contents,
      m.id as claimed_by, m.name as claimed_by_name, t.expires_at as claimed_until
    from payment.payment p join customer.customer c on c.id = p.customer_id
      left join review.statutory_hold k on k.payment_id = p.id and k.ended_at is null
      left join review.escalation e on e.payment_id = p.id
      left join review.decision r on r.payment_id = p.id and r.released_at is null and r.settlement is null
      left join payment.rejected_attempt g on g.payment_id = p.id and g.attempt = p.attempt - 1
      left join review.claim t on t.payment_id = p.id and t.ended_at is null and t.expires_at > now()
      left join staff.member m on m.id = t.staff_id
      left join lateral (select state, responded_at from review.request where payment_id = p.id order by requested_at desc limit 1) q on true
      left join lateral (
        select count(*) filter (where state = 'received') as received, string_agg(state, ',' order by created_at) as states
        from document.document where payment_id = p.id
      ) d on true
      cross join lateral (select exists (select from screening.hit h where h.payment_id = p.id) as found) hit
      cross join lateral (select least(k.deadline_at, p.deadline_at) as at) due
      cross join lateral (
        select coalesce(min(s.at), p.created_at) as since from payment.transition s
        where s.payment_id = p.id and s.state in ('in_review', 'info_required') and s.seq > coalesce((
          select max(b.seq) from payment.transition b
          where b.payment_id = p.id and b.state not in ('in_review', 'info_required')), 0)
      ) held
    where p.state in ('in_review', 'info_required') and (${paymentId ?? null}::uuid is null or p.id = ${paymentId ?? null})
    order by date_bin('15 minutes', due.at, 'epoch') nulls last, p.amount_minor desc, p.id limit ${most}`.execute(tx);
  return rows;
}

type Reviewer = Readonly<{ uid: string; name: string; role: StaffRole; seesSuspicions: boolean }>;

/** Active staff who may decide about payments. */
export async function selectReviewers(tx: Tx): Promise<Reviewer[]> {
  const { rows } = await sql<Reviewer>`
    with level as (
      select distinct on (role, area) role, area, level from role.permission
      where area in ('payment_review', 'screening_hits') and effective_from <= now()
      order by role, area, effective_from desc
    )
    select m.id as uid, m.name, m.role, coalesce(h.level in ('act', 'approve'), false) as sees_suspicions
    from staff.member m join level l on l.role = m.role and l.area = 'payment_review' and l.level in ('act', 'approve')
      left join level h on h.role = m.role and h.area = 'screening_hits'
    where m.status = 'active' order by m.name, m.id`.execute(tx);
  return rows;
}

async function findLondonDay(tx: Tx): Promise<string> {
  const { rows } = await sql<{
    day: string;
  }>`select to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as day`.execute(tx);
  return rows[0]?.day ?? '';
}

type Held = Readonly<{ depth: number; oldestMinutes: number | null }>;

/** Payments that wait for a person here. Those that wait for an answer of the customer do not. */
async function countHeldPayments(tx: Tx): Promise<Held> {
  const { rows } = await sql<Held>`
    select count(*)::int as depth, floor(extract(epoch from now() - min(created_at)) / 60)::int as oldest_minutes
    from payment.payment where is_in_progress and state = 'in_review'`.execute(tx);
  return rows[0] ?? { depth: 0, oldestMinutes: null };
}

type Decided = Readonly<{ released: number; refused: number; questions: number; lastHour: number }>;

/** By the audit log, where each decision is one row. */
async function countDecisionsToday(tx: Tx): Promise<Decided> {
  const { rows } = await sql<Decided>`
    select count(*) filter (where is_today and action = 'review.released')::int as released,
      count(*) filter (where is_today and action = 'review.refused')::int as refused,
      count(*) filter (where is_today and action = 'review.information_requested')::int as questions,
      count(*) filter (where at > now() - interval '1 hour')::int as last_hour
    from (
      select action, at, at >= date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London' as is_today
      from platform.audit
      where actor_kind = 'staff' and action in ('review.released', 'review.refused', 'review.information_requested')
        and at > now() - interval '25 hours'
    ) decision`.execute(tx);
  return rows[0] ?? { released: 0, refused: 0, questions: 0, lastHour: 0 };
}

/** Everybody works from the top, so the first ones are enough. */
const most = 500;

export const listReviewQueue: Verb<typeof contract.review.list> = async (ctx) => {
  const { tx, actor } = ctx;
  const rows = await loadSortedQueue(ctx, most + 1);
  const reviewers = await selectReviewers(tx);
  return {
    list: rows.slice(0, most).map((row) => toReviewRow(actor, row)),
    hasMore: rows.length > most,
    today: await findLondonDay(tx),
    colleagues: reviewers
      .filter(({ uid }) => uid !== actor.staffId)
      .map(({ uid, name, role }) => ({ uid, name, role })),
  };
};

/** By the quarter of an hour to decide, then by value in pounds, because amounts of different currencies do not compare. */
export async function loadSortedQueue(ctx: StaffCtx, limit: number): Promise<QueuedPayment[]> {
  const rows = await selectQueue(ctx.tx, { most: limit });
  const poundsOf = await loadPoundValues(ctx);
  const sorted = rows.map((row) => ({
    row,
    quarter: row.decideBy ? Math.floor(row.decideBy.getTime() / 900_000) : Number.POSITIVE_INFINITY,
    value: poundsOf(money(row.currency, row.minor)),
  }));
  sorted.sort((a, b) => (a.quarter === b.quarter ? Number(b.value - a.value) : a.quarter - b.quarter));
  return sorted.map(({ row }) => row);
}

export const canDecideReviews = ({ permissions }: Pick<StaffActor, 'permissions'>): boolean =>
  allows(permissions, ['payment_review', 'act']);
const maySee = ({ permissions }: StaffActor, { isWithCompliance }: QueuedPayment): boolean =>
  !isWithCompliance || maySeeConfidential(permissions);
export const mayDecide = (actor: StaffActor, { isWithCompliance }: QueuedPayment): boolean =>
  canDecideReviews(actor) && (!isWithCompliance || allows(actor.permissions, ['screening_hits', 'act']));

/** What those may know who do not see the suspicion. */
const confidential = { heldBecause: 'extra_checks', stage: 'with_compliance', documents: [] } as const;

export function toReviewRow(actor: StaffActor, row: QueuedPayment): ReviewRow {
  const { uid, reference, customer, payee, currency, minor, decideBy, decideOn, isLegalDeadline, heldSince } = row;
  const claim = toClaim(actor, row);
  const isRecommendedByReader = row.recommendedBy === actor.staffId;
  const isVisible = maySee(actor, row);
  return {
    uid,
    reference,
    customer,
    payee,
    payeeCountry: countryOf(row.payeeAccount),
    amount: toMoneyView(money(currency, minor)),
    decideBy: decideBy?.toISOString() ?? null,
    decideOn,
    isLegalDeadline: isLegalDeadline && isVisible,
    heldSince: heldSince.toISOString(),
    ...(isVisible
      ? { heldBecause: reasonOf(row), stage: stageOf(row), documents: [...row.documents] }
      : { ...confidential, documents: [] }),
    documentsReceived: isVisible ? row.documentsReceived : 0,
    claim,
    isRecommendedByReader,
    canTake:
      row.state === 'in_review' && mayDecide(actor, row) && !isRecommendedByReader && (claim === null || claim.isOwn),
    revision: revisionOf(row),
  };
}

export const toClaim = (
  { staffId }: Pick<StaffActor, 'staffId'>,
  { claimedBy, claimedByName, claimedUntil }: QueuedPayment,
): ReviewClaim | null =>
  claimedBy && claimedUntil
    ? {
        staffId: claimedBy,
        name: claimedByName ?? '',
        isOwn: claimedBy === staffId,
        until: claimedUntil.toISOString(),
      }
    : null;

export function reasonOf(row: QueuedPayment): HeldBecause {
  if (row.isSuspected) return 'suspected_fraud';
  if (row.isBankQuery) return 'bank_asks';
  if (row.hasHits) return 'screening';
  if (row.documents.length > 0) return 'document';
  return row.reasonCode === 'name_mismatch' ? 'name_mismatch' : 'extra_checks';
}

export function stageOf(row: QueuedPayment): ReviewStage {
  if (row.hasConflict) return 'bank_conflict';
  if (row.recommendedBy) return 'second_person';
  if (row.state === 'info_required') return 'asked';
  if (row.isMissingGrounds) return 'grounds_missing';
  if (row.requestState === 'answered') return 'answered';
  return row.documentsReceived > 0 ? 'documents_received' : 'to_decide';
}

const revisionOf = ({ state, contents, decideBy, isWithCompliance }: QueuedPayment): string =>
  createHash('sha256')
    .update(JSON.stringify([state, contents, decideBy, isWithCompliance]))
    .digest('base64url')
    .slice(0, 12);

const countriesOfKinds: Readonly<Record<string, string>> = {
  uk: 'GB',
  us: 'US',
  thai: 'TH',
  promptpay: 'TH',
  clabe: 'MX',
};

/** By the account itself: an IBAN and a clearing system begin with the country, a BIC has it inside. */
export function countryOf({ kind = '', iban, system, bic }: Readonly<Record<string, string>>): string | null {
  return countriesOfKinds[kind] ?? iban?.slice(0, 2) ?? system?.slice(0, 2) ?? bic?.slice(4, 6) ?? null;
}

export const showReviewToday: Verb<typeof contract.review.today> = async ({ tx }) => {
  const [held, decided] = [await countHeldPayments(tx), await countDecisionsToday(tx)];
  const { released, refused } = decided;
  const ended = released + refused;
  return { ...held, ...decided, releasedPercent: ended === 0 ? null : Math.round((released * 100) / ended) };
};
