import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { StaffCtx, Verb } from '../kernel/verb.ts';
import { decidePayment } from '../payment/payment.ts';
import { requireCompliance, requireReview, viewAfter } from './require-review.ts';
import { hitsOf, type ReviewedPayment } from './review.read.ts';
import {
  completeRelease,
  insertRelease,
  openRelease,
  settleRequests,
  stopClock,
  twoPeopleAbove,
} from './review.sql.ts';

/**
 * Lets a payment go to its rail. After a hit on the sanctions list, which is for compliance, or above an amount it takes
 * two: the first is noted, and it goes when another says so too. What a bank that gave it back wants to know is said by the
 * first, and travels with it. Refuses `access_denied`, `not_found`, `invalid_transition` unless it waits for this and may
 * go, `approver_conflict` for the same person twice, and `validation_failed` without that answer or with one to nobody.
 */
export const releasePayment: Verb<typeof contract.review.release> = async (ctx, { uid, reason, note, answer }) => {
  const { tx, actor } = ctx;
  const payment = await requireReview(ctx, uid);
  const hits = await hitsOf(tx, [uid]);
  if (hits.length > 0) requireCompliance(actor);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  const first = await openRelease(tx, uid);
  if (first?.first_by === actor.staffId) throw new Refusal('approver_conflict');
  const said = answerOf(payment, answer ?? first?.answer ?? undefined);
  const detail = { reason, note: note ?? null, hits: hits.length, ...(answer && { answer }) };
  const needsSecond = !first && (hits.length > 0 || (await isLarge(ctx, payment)));
  if (first) await completeRelease(tx, first.id, actor.staffId);
  else {
    const released = needsSecond ? {} : { released_at: ctx.now };
    const row = { id: v7(), payment_id: uid, needs_second: needsSecond, first_by: actor.staffId, ...released };
    await insertRelease(tx, { ...row, reason, note: note ?? null, answer: answer ?? null });
  }
  await audit(ctx, needsSecond ? 'review.release-proposed' : 'review.released', `payment:${uid}`, detail);
  if (needsSecond) return viewAfter(ctx, uid);
  await decidePayment(ctx, uid, { to: 'ready', answer: said });
  await settleRequests(tx, uid, 'answered', 'accepted');
  await stopClock(tx, uid);
  return viewAfter(ctx, uid);
};

/** What the order says to a bank that asked; nobody else is answered. */
function answerOf({ bankQuestion }: ReviewedPayment, answer: string | undefined): string | undefined {
  const fault = (code: string, message: string) =>
    new Refusal('validation_failed', { errors: [{ field: 'answer', code, message }] });
  if (bankQuestion && !answer) throw fault('required', 'Say what the bank wants to know: it gave this payment back');
  if (!bankQuestion && answer) throw fault('invalid', 'The bank asked nothing about this payment');
  return answer;
}

/** Two where nobody said from which amount on. */
async function isLarge({ tx }: StaffCtx, { currency, amountMinor }: ReviewedPayment): Promise<boolean> {
  const most = await twoPeopleAbove(tx, currency);
  return most === undefined || amountMinor > most;
}
