import type { contract } from '@larkmere/contract/contract';
import type { FieldErrorCode } from '@larkmere/contract/platform/envelope';
import { type Message, message } from '@larkmere/messages/message';
import { decidePayment } from '../../payments/payment/payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { endClaim } from './claim.sql.ts';
import { giveClaim } from './claim-payment.ts';
import { findFirstApproval, recordApproval, requireLook } from './dual-control.ts';
import { findReleaseAuthority } from './release-limit.ts';
import { requireOwnClaim } from './require-own-claim.ts';
import { loadReviewView, lockReviewedPayment } from './require-review.ts';
import { findRole, type ReviewedPayment, selectHits } from './review.read.ts';
import { closeReview } from './review.sql.ts';
import { requireReviewer } from './with-compliance.ts';

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
  const said = requireBankAnswer(payment, answer ?? first?.answer ?? undefined);
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
  await decidePayment(ctx, uid, { to: 'ready', rfiResponse: said });
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
