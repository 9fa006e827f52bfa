import type { CardDisputeReport } from '@larkmere/contract/cards/card-issuer';
import type { DisputeState } from '@larkmere/contract/cards/card-payment';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { selectPayment } from './card-payment.sql.ts';
import { cardDisputeChanged } from './card-payment-events.ts';
import { type Dispute, type DisputeUpdate, lockDispute, updateDispute } from './dispute.sql.ts';
import { cardDisputeLifecycle } from './dispute-lifecycle.ts';

/**
 * A repeated or outdated report changes nothing, and neither does one of another state after the end or under the same
 * number, which goes to staff. Refuses `not_found` for a dispute that is not ours.
 */
export async function applyDisputeReport(ctx: Ctx, report: CardDisputeReport): Promise<boolean> {
  const dispute = await lockDispute(ctx.tx, report.disputeId);
  if (!dispute) throw new Refusal('not_found');
  if (contradicts(report, dispute)) {
    await recordContradiction(ctx, `card-dispute:${dispute.id}`, {
      partner: 'card_processor',
      field: 'state',
      expected: dispute.state,
      reported: report.state,
    });
    return false;
  }
  if (report.sequence <= dispute.lastSequence) return false;
  const more = { lastSequence: report.sequence, answerBy: report.answerBy };
  await moveDispute(ctx, dispute, report.state, more);
  return true;
}

function contradicts({ sequence, state }: CardDisputeReport, dispute: Dispute): boolean {
  if (state === dispute.state || sequence < dispute.lastSequence) return false;
  return sequence === dispute.lastSequence || ['won', 'lost', 'rejected'].includes(dispute.state);
}

export async function moveDispute(
  ctx: Ctx,
  dispute: Dispute,
  state: DisputeState,
  more: DisputeUpdate = {},
): Promise<void> {
  if (!canTransition(cardDisputeLifecycle, dispute.state, state)) return updateDispute(ctx.tx, dispute.id, more);
  await changeState(ctx, cardDisputeLifecycle, dispute, { ...more, state, nextSendAt: null });
  const payment = await selectPayment(ctx.tx, dispute.paymentId);
  if (!payment) throw new Error(`the payment of dispute ${dispute.id} is not there`);
  await emit(ctx, cardDisputeChanged, {
    disputeId: dispute.id,
    paymentId: payment.id,
    cardId: payment.cardId,
    customerId: payment.customerId,
    holderId: payment.holderId,
    userId: dispute.userId,
    bankholderId: payment.bankholderId,
    merchant: payment.merchantName,
    state,
    answerBy: more.answerBy === undefined ? dispute.answerBy : (more.answerBy ?? null),
    at: ctx.now.toISOString(),
  });
}
