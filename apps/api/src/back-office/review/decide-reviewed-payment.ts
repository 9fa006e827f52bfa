import { refuseReasons, releaseReasons } from '@larkmere/contract/back-office/review-reasons';
import type { contract } from '@larkmere/contract/contract';
import type { FieldErrorCode } from '@larkmere/contract/platform/envelope';
import { defaultText } from '@larkmere/messages/format-message';
import { type Message, message } from '@larkmere/messages/message';
import { requireStatusConflict, settleStatusConflict } from '../../payments/execution/execution.ts';
import { decidePayment, paymentSetting, updatePendingStatus } from '../../payments/payment/payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { endClaim } from './claim.sql.ts';
import { giveClaim, requireOwnClaim } from './claim-payment.ts';
import { findFirstApproval, findReleaseAuthority, recordApproval, requireLook } from './dual-control.ts';
import { capAtStatutoryDeadline, earlierOf } from './place-fraud-hold.ts';
import { lockReviewedPayment, requireReviewer } from './require-reviewer.ts';
import { findRole, type ReviewedPayment, selectHits } from './review.read.ts';
import {
  closeReview,
  deleteOpenDecision,
  findLook,
  findOpenDecision,
  insertEscalation,
  insertLook,
  insertRefusal,
  type ReviewDecisionRow,
} from './review.sql.ts';
import { loadReviewView } from './review.view.ts';
import { loadReviewCase } from './show-review-case.ts';

/**
 * A sanctions hit, which needs compliance, or a large amount takes two people, and one of them has a role whose limit
 * covers the amount; the decision of others is a recommendation. The second person records their own look before. The
 * first one writes the answer to a bank that returned the order with a question. Refuses `access_denied`, `not_found`,
 * `invalid_transition`, `review_claimed`, `approver_conflict`, and `validation_failed` when that answer is missing or not
 * requested, or the second person may not decide.
 */
export const releasePayment: Verb<typeof contract.review.release> = async (ctx, input) => {
  const { uid, reason, note, answer, second } = input;
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  const hits = await selectHits(tx, [uid]);
  await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  const first = await findFirstApproval(ctx, uid, null);
  if (first) await requireLook(ctx, first);
  const bankAnswer = requireBankAnswer(payment, answer ?? first?.answer ?? undefined);
  const detail = { reason, note: note ?? null, hits: hits.length, ...(answer && { answer }) };
  const words = { reason, note: note ?? null, answer: answer ?? null };
  const { valueGbpMinor, roles } = await findReleaseAuthority(ctx, payment);
  const isWithinLimit = roles.includes(actor.role);
  if (first && !isWithinLimit && !roles.includes(await findRole(tx, first.firstBy)))
    throw accessDenied('release_limit');
  const release = { valueGbpMinor, isWithinLimit };
  const isAgreed = await recordApproval(ctx, payment, { first, settlement: null, hits: hits.length, words, release });
  await audit(ctx, isAgreed ? 'review.released' : 'review.release_proposed', `payment:${uid}`, detail);
  if (!isAgreed) {
    await endClaim(tx, uid, 'decided');
    if (second) await giveClaim(ctx, uid, second, 'second');
    return loadReviewView(ctx, uid);
  }
  await decidePayment(ctx, uid, { to: 'ready', rfiResponse: bankAnswer });
  await closeReview(tx, uid, 'accepted');
  return loadReviewView(ctx, uid);
};

function requireBankAnswer({ bankQuestion }: ReviewedPayment, answer: string | undefined): string | undefined {
  const fault = (code: FieldErrorCode, reason: Message) =>
    new Refusal('validation_failed', { errors: [{ field: 'answer', code, reason }] });
  if (bankQuestion && !answer) throw fault('required', message('bank_answer_required'));
  if (!bankQuestion && answer) throw fault('not_allowed', message('bank_answer_not_needed'));
  return answer;
}

/**
 * The customer of a payment with compliance only reads a neutral sentence. Against the recommendation of a colleague it
 * takes a look of one's own and a reason. Refuses `access_denied`, `not_found`, `review_claimed`, `validation_failed`
 * without that reason, and `invalid_transition`, also while the bank reports the payment as made.
 */
export const refusePayment: Verb<typeof contract.review.refuse> = async (ctx, input) => {
  const { uid, reasonCode, sentence, note, overruleReason } = input;
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  const isConfidential = await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  const recommended = await findOverruled(ctx, uid);
  if (recommended && !overruleReason)
    throw new Refusal('validation_failed', {
      errors: [{ field: 'overruleReason', code: 'required', reason: message('review_overrule_reason') }],
    });
  const explanation = isConfidential
    ? ({ reasonCode: 'extra_checks', reason: defaultText('payment_declined') } as const)
    : { reasonCode, reason: sentence };
  await decidePayment(ctx, uid, { to: 'rejected', ...explanation });
  const overruled = recommended && { by: recommended.firstBy, reason: overruleReason ?? null };
  await insertRefusal(tx, {
    paymentId: uid,
    refusedBy: actor.staffId,
    reasonCode,
    sentence,
    note: note ?? null,
    overruledBy: overruled?.by ?? null,
    overruleReason: overruled?.reason ?? null,
  });
  await closeReview(tx, uid);
  const detail = { reasonCode, sentence, note: note ?? null, ...(overruled && { overruled }) };
  await audit(ctx, 'review.refused', `payment:${uid}`, detail);
  return loadReviewView(ctx, uid);
};

/** The recommendation of a colleague to release. The reader has looked on their own. */
async function findOverruled(ctx: StaffCtx, uid: string): Promise<ReviewDecisionRow | undefined> {
  const open = await findOpenDecision(ctx.tx, uid);
  if (!open || open.settlement !== null || open.firstBy === ctx.actor.staffId) return undefined;
  await requireLook(ctx, open);
  return open;
}

const hourMs = 3_600_000;

export async function buildInReviewDecision({ tx, now }: Pick<Ctx, 'tx' | 'now'>, id: string) {
  const { updateIntervalHours, decisionSlaHours } = await requireSetting(tx, paymentSetting, {});
  const deadlineAt = await capAtStatutoryDeadline(tx, id, new Date(now.getTime() + decisionSlaHours * hourMs));
  return {
    to: 'in_review' as const,
    reasonCode: 'extra_checks' as const,
    reason: defaultText('payment_answer_in_review'),
    nextStep: defaultText('payment_decision_next'),
    nextUpdateAt: earlierOf(new Date(now.getTime() + updateIntervalHours * hourMs), deadlineAt),
    deadlineAt,
  };
}

/**
 * What the second person would decide, before the recommendation is shown to them. Refuses `access_denied`, `not_found`,
 * `review_claimed`, `approver_conflict` for the person who recommended it, `validation_failed` for a reason of the other
 * outcome, and `invalid_transition` without a recommendation or a second time.
 */
export const recordLook: Verb<typeof contract.review.look> = async (ctx, { uid, outcome, reason, note }) => {
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  const reasons: readonly string[] = outcome === 'release' ? releaseReasons : refuseReasons;
  if (!reasons.includes(reason))
    throw new Refusal('validation_failed', {
      errors: [{ field: 'reason', code: 'not_allowed', reason: message('review_look_reason_wrong') }],
    });
  const first = await findOpenDecision(tx, uid);
  if (!first || first.settlement !== null) throw new Refusal('invalid_transition');
  if (first.firstBy === actor.staffId) throw new Refusal('approver_conflict');
  if (await findLook(tx, first.id, actor.staffId))
    throw new Refusal('invalid_transition', { reason: message('review_look_recorded') });
  const look = { decisionId: first.id, paymentId: uid, staffId: actor.staffId, outcome, reason, note: note ?? null };
  await insertLook(tx, look);
  await audit(ctx, 'review.looked', `payment:${uid}`, { outcome, reason, note: note ?? null });
  return loadReviewCase(ctx, uid);
};

/**
 * Hands it to compliance, which alone decides it from then on; a recommendation no longer counts, and the customer reads
 * neutral words. Refuses `access_denied`, `not_found`, `review_claimed`, and `invalid_transition` outside of a review and
 * for one that is with compliance.
 */
export const escalatePayment: Verb<typeof contract.review.escalate> = async (ctx, { uid, reason, note }) => {
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  const isWithCompliance = await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review' || isWithCompliance) throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  const escalation = { paymentId: uid, escalatedBy: actor.staffId, reason, note: note ?? null };
  if (!(await insertEscalation(tx, escalation))) throw new Refusal('invalid_transition');
  await deleteOpenDecision(tx, uid);
  await endClaim(tx, uid, 'decided');
  const neutral = { reason: defaultText('payment_extra_checks'), nextStep: defaultText('payment_extra_checks_next') };
  await updatePendingStatus(ctx, uid, { reasonCode: 'extra_checks', ...neutral }, { isAnnounced: false });
  await audit(ctx, 'review.escalated', `payment:${uid}`, { reason, note: note ?? null });
  return { uid };
};

/**
 * Settles the bank's contradictory reports when a second person states the same: the instruction that the bank paid, or
 * none. Refuses `access_denied`, `not_found`, `review_claimed`, `approver_conflict`, and `invalid_transition` without a
 * conflict or without the bank's own report that it paid this instruction.
 */
export const settleConflict: Verb<typeof contract.review.settle> = async (ctx, { uid, paidInstruction, note }) => {
  const { tx } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  const hits = await selectHits(tx, [uid]);
  await requireReviewer(ctx, uid);
  await requireOwnClaim(ctx, uid);
  const conflict = await requireStatusConflict(ctx, uid, paidInstruction);
  const settlement = paidInstruction ?? 'not_paid';
  const first = await findFirstApproval(ctx, uid, settlement);
  const words = { reason: paidInstruction ? 'paid_out' : 'not_paid', note, answer: null };
  const isAgreed = await recordApproval(ctx, payment, { first, settlement, hits: hits.length, words });
  const reportedAt = conflict.paid?.at.toISOString() ?? null;
  const detail = { note, order: paidInstruction, reportedAt };
  await audit(ctx, isAgreed ? 'review.settled' : 'review.settlement_proposed', `payment:${uid}`, detail);
  if (isAgreed) await settleStatusConflict(ctx, conflict);
  if (isAgreed && conflict.paid) await closeReview(tx, uid);
  return loadReviewView(ctx, uid);
};
