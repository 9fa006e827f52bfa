import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import type { CaseDesk, ReviewCase } from '@larkmere/contract/back-office/review-case';
import type { contract } from '@larkmere/contract/contract';
import { balancesOf } from '@larkmere/ledger/balance';
import { defaultText } from '@larkmere/messages/format-message';
import { money } from '@larkmere/money/money';
import { audit } from '../../platform/requests/audit.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { needsSecondApprover } from './dual-control.ts';
import { findReleaseAuthority } from './release-limit.ts';
import { findReviewedPayment, findStaffName, type ReviewedPayment, selectHits } from './review.read.ts';
import { findLook, findOpenDecision } from './review.sql.ts';
import { toMoneyView } from './review.view.ts';
import { type CaseFacts, findCaseFacts, selectPassedStates, selectSteps } from './review-case.read.ts';
import { currencyOfFee, toCaseCustomer, toCaseEvidence, toCaseTimeline } from './review-case.view.ts';
import { type QueuedPayment, selectQueue, selectReviewers } from './review-queue.read.ts';
import { canDecideReviews, countryOf, mayDecide, reasonOf, stageOf, toClaim } from './review-queue.view.ts';
import { isWithCompliance } from './with-compliance.ts';

/**
 * Everything that a decision needs. Refuses `not_found` for a payment that was never in review, and `access_denied` for
 * one with compliance.
 */
export const showReviewCase: Verb<typeof contract.review.show> = async (ctx, { uid }) => {
  const shown = await loadReviewCase(ctx, uid);
  await audit(ctx, 'review.viewed', `payment:${uid}`);
  return shown;
};

export async function loadReviewCase(ctx: StaffCtx, uid: string): Promise<ReviewCase> {
  const { tx, actor } = ctx;
  const payment = await findReviewedPayment(tx, uid);
  const facts = payment && (await findCaseFacts(tx, uid));
  if (!payment || !facts) throw new Refusal('not_found');
  const withCompliance = await isWithCompliance(tx, uid);
  if (withCompliance && !maySeeConfidential(actor.permissions)) throw accessDenied('with_compliance');
  const [queued] = await selectQueue(tx, { most: 1, paymentId: uid });
  const desk = await toDesk(ctx, payment, queued, withCompliance);
  const evidence = await toCaseEvidence(ctx, payment, facts);
  const isHidden = desk.recommendation !== null && desk.recommendation.content === null;
  return {
    payment: await toCasePayment(ctx, payment, facts, queued),
    timeline: toCaseTimeline(
      facts,
      await selectPassedStates(tx, uid),
      (await selectSteps(tx, uid)).map((step) =>
        isHidden && step.step === 'recommended' ? { ...step, by: null } : step,
      ),
    ),
    customer: await toCaseCustomer(ctx, payment, facts),
    // The answer to the bank is a part of the recommendation.
    evidence: {
      ...evidence,
      bankQuery: evidence.bankQuery && { ...evidence.bankQuery, ...(isHidden && { answer: null }) },
    },
    desk,
  };
}

async function toCasePayment(
  { tx }: StaffCtx,
  payment: ReviewedPayment,
  facts: CaseFacts,
  queued: QueuedPayment | undefined,
): Promise<ReviewCase['payment']> {
  const { id, reference, state, currency, amountMinor, payeeName, rail, documentsRequired } = payment;
  const account = facts.ledgerAccountId;
  const { available } = (await balancesOf(tx, [account])).get(account) ?? {};
  const { soldCurrency, soldMinor } = facts;
  return {
    uid: id,
    reference,
    state,
    amount: toMoneyView(money(currency, amountMinor)),
    fee: toMoneyView(money(currencyOfFee(facts), facts.feeMinor)),
    sold: soldCurrency && soldMinor !== null ? toMoneyView(money(soldCurrency, soldMinor)) : null,
    payee: payeeName,
    payeeCountry: countryOf(facts.payeeAccount),
    payeeAccount: facts.payeeSummary,
    rail,
    payeeReference: facts.payeeReference,
    purpose: facts.purpose,
    payeeAddedAt: facts.payeeAddedAt?.toISOString() ?? null,
    heldSince: (queued?.heldSince ?? payment.createdAt).toISOString(),
    heldBecause: queued ? reasonOf(queued) : 'extra_checks',
    documents: [...documentsRequired],
    available: toMoneyView(available ?? money(facts.accountCurrency, 0n)),
    decideBy: queued?.decideBy?.toISOString() ?? null,
    isLegalDeadline: queued?.isLegalDeadline ?? false,
    customerReads: { reason: facts.reason, nextStep: facts.nextStep },
  };
}

async function toDesk(
  ctx: StaffCtx,
  payment: ReviewedPayment,
  queued: QueuedPayment | undefined,
  withCompliance: boolean,
): Promise<CaseDesk> {
  const { tx, actor } = ctx;
  const { roles } = await findReleaseAuthority(ctx, payment);
  const isWithinLimit = roles.includes(actor.role);
  const hits = (await selectHits(tx, [payment.id])).length;
  const release = { valueGbpMinor: 0n, isWithinLimit };
  const takesTwo = await needsSecondApprover(ctx, payment, { settlement: null, hits, release });
  const seconds = (await selectReviewers(tx)).filter(
    ({ uid, role, seesSuspicions }) =>
      uid !== actor.staffId && (!withCompliance || seesSuspicions) && (isWithinLimit || roles.includes(role)),
  );
  return {
    stage: queued ? stageOf(queued) : 'to_decide',
    claim: queued ? toClaim(actor, queued) : null,
    mayDecide: queued?.state === 'in_review' && mayDecide(actor, queued),
    withCompliance,
    release: { isRecommendation: takesTwo, roles: [...roles] },
    recommendation: await toRecommendation(ctx, payment.id),
    seconds: canDecideReviews(actor) ? seconds.map(({ uid, name, role }) => ({ uid, name, role })) : [],
    customerReads: {
      release: defaultText('payment_ready'),
      refusal: withCompliance ? defaultText('payment_declined') : null,
    },
  };
}

/** Its content is shown to the person who made it, to those who have looked on their own, and to those who only read. */
async function toRecommendation({ tx, actor }: StaffCtx, id: string): Promise<CaseDesk['recommendation']> {
  const open = await findOpenDecision(tx, id);
  if (!open || open.settlement !== null) return null;
  const isOwn = open.firstBy === actor.staffId;
  const look = isOwn ? undefined : await findLook(tx, open.id, actor.staffId);
  const isShown = isOwn || look !== undefined || !canDecideReviews(actor);
  const { reason, note, answer, firstAt } = open;
  return {
    isOwn,
    content: isShown
      ? { by: await findStaffName(tx, open.firstBy), at: firstAt.toISOString(), reason, note, answer }
      : null,
    look: look ? { outcome: look.outcome, reason: look.reason, at: look.lookedAt.toISOString() } : null,
  };
}
