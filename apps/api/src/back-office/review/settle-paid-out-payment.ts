import type { contract } from '@larkmere/contract/contract';
import { requireSettlementEvidence, settleConflictedPayment } from '../../payments/execution/execution.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findFirstApproval, recordApproval } from './dual-control.ts';
import { loadReviewView, lockReviewedPayment, requireCompliance } from './require-review.ts';
import { selectHits } from './review.read.ts';
import { endStatutoryHold, updateRequestStates } from './review.sql.ts';

/**
 * Completes a payment by the bank's own message, after the bank had returned the order and then made it. It takes two
 * people where a release does. Refuses `access_denied`, `not_found`, `invalid_transition` unless the bank reports it as
 * paid out, and `approver_conflict`.
 */
export const settlePaidOutPayment: Verb<typeof contract.review.settle> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  const hits = await selectHits(tx, [uid]);
  if (hits.length > 0) requireCompliance(actor);
  await requireSettlementEvidence(ctx, uid);
  const first = await findFirstApproval(ctx, uid, 'settle');
  const words = { reason: 'paid_out', note, answer: null };
  if (!(await recordApproval(ctx, payment, { first, isSettlement: true, hits: hits.length, words }))) {
    await audit(ctx, 'review.settlement_proposed', `payment:${uid}`, { note });
    return loadReviewView(ctx, uid);
  }
  const { instructionId, at } = await settleConflictedPayment(ctx, uid);
  await updateRequestStates(tx, uid, 'answered', 'closed');
  await endStatutoryHold(tx, uid);
  await audit(ctx, 'review.settled', `payment:${uid}`, { note, order: instructionId, reportedAt: at.toISOString() });
  return loadReviewView(ctx, uid);
};
