import { createHash } from 'node:crypto';
import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { HeldBecause, ReviewClaim, ReviewRow, ReviewStage } from '@larkmere/contract/back-office/review-queue';
import type { contract } from '@larkmere/contract/contract';
import { money } from '@larkmere/money/money';
import type { StaffActor, StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { loadPoundValues } from './dual-control.ts';
import { toMoneyView } from './review.view.ts';
import {
  countDecisionsToday,
  countHeldPayments,
  findLondonDay,
  type QueuedPayment,
  selectQueue,
  selectReviewers,
} from './review-queue.read.ts';

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
