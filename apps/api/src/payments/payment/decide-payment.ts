import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { message } from '@larkmere/messages/message';
import { emit } from '../../platform/events/outbox.ts';
import { requireTransition } from '../../platform/lifecycle/lifecycle.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { endPayment } from './end-payment.ts';
import { nextDeadline, type PendingStatusUpdate } from './mark-overdue.ts';
import { enterState, lockPayment, type Payment, updatePayment } from './payment.sql.ts';
import { toPaymentEvent } from './payment.view.ts';
import { paymentHeld, paymentWaiting } from './payment-events.ts';
import { paymentLifecycle } from './payment-lifecycle.ts';

export type ReviewDecision = Readonly<
  | { to: 'ready'; rfiResponse?: string | undefined }
  | ({ to: 'in_review' | 'info_required' } & PendingStatusUpdate)
  | { to: 'rejected' | 'expired'; reasonCode: ReasonCode | null; reason: string }
>;

/** Decides a payment under review. The caller authorises and audits. Refuses `not_found` and `invalid_transition`. */
export async function decidePayment(ctx: Ctx, id: string, decision: ReviewDecision): Promise<Payment> {
  const payment = await lockPayment(ctx.tx, id);
  if (!payment) throw new Refusal('not_found');
  requireTransition(paymentLifecycle, payment.state, decision.to, ctx.actor);
  if (payment.statusConflictAt !== null && decision.to !== 'in_review')
    throw new Refusal('invalid_transition', { reason: message(conflictCodes[decision.to]) });
  if (decision.to === 'ready') return releaseToRail(ctx, payment, decision.rfiResponse);
  if (!('nextStep' in decision))
    return endPayment(ctx, payment, decision.to, { code: decision.reasonCode, sentence: decision.reason });
  const { to, reasonCode, reason, nextStep, nextUpdateAt, deadlineAt } = decision;
  const waits = { reasonCode, reason, nextStep, nextUpdateAt };
  const waiting = await enterState(ctx.tx, id, { state: to, ...waits, deadlineAt });
  await emit(ctx, paymentWaiting, toPaymentEvent(waiting));
  return waiting;
}

const conflictCodes = {
  ready: 'conflict_resend_may_pay_twice',
  info_required: 'conflict_question_pointless',
  rejected: 'conflict_release_may_pay_twice',
  expired: 'conflict_release_may_pay_twice',
} as const;

async function releaseToRail(ctx: Ctx, payment: Payment, answer: string | undefined): Promise<Payment> {
  const waits = { nextUpdateAt: null, deadlineAt: await nextDeadline(ctx, payment) };
  if (payment.attempt > 1) await updatePayment(ctx.tx, payment.id, { rfiResponse: answer ?? null });
  const released = await enterState(ctx.tx, payment.id, { state: 'ready', ...waits });
  await emit(ctx, released.notBefore === null ? paymentHeld : paymentWaiting, toPaymentEvent(released));
  return released;
}
