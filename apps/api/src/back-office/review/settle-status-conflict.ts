import type { contract } from '@larkmere/contract/contract';
import { requireStatusConflict, settleStatusConflict } from '../../payments/execution/execution.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOwnClaim } from './claim-payment.ts';
import { findFirstApproval, recordApproval } from './dual-control.ts';
import { loadReviewView, lockReviewedPayment } from './require-review.ts';
import { selectHits } from './review.read.ts';
import { closeReview } from './review.sql.ts';
import { requireReviewer } from './with-compliance.ts';

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
