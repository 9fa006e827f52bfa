import { randomUUID } from 'node:crypto';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { defaultText } from '@larkmere/messages/format-message';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentRejectedAttempt } from '../../platform/db/schema.gen.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { decidePayment } from '../payment/decide-payment.ts';
import { updatePendingStatus } from '../payment/mark-overdue.ts';
import { findRecalls } from '../payment/payment.read.ts';
import { rfiReasonCode } from '../payment/payment.settings.ts';
import { updatePayment } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import type { StatusReport } from '../payment/rail.ts';
import { findReviewDeadlines } from '../payment/schedule.sql.ts';

/** A payment under recall is not held: nobody would answer the query. */
export async function isInformationRequest(
  { tx }: Pick<Ctx, 'tx'>,
  { id, state }: Payment,
  { reasonCode }: StatusReport,
): Promise<boolean> {
  if (state !== 'submitted' || reasonCode === undefined) return false;
  const reason = await readSetting(tx, rfiReasonCode, { code: reasonCode });
  if (!reason?.isRfi) return false;
  return !(await findRecalls(tx, [id])).has(id);
}

type ReviewWording = Readonly<{ reason: string; nextStep: string }>;

export const informationRequestWording: ReviewWording = {
  reason: defaultText('payment_bank_question'),
  nextStep: defaultText('payment_bank_question_next'),
};

const conflictWording: ReviewWording = {
  reason: defaultText('payment_status_conflict'),
  nextStep: defaultText('payment_status_conflict_next'),
};

export async function reviewDetails({ tx, now }: Pick<Ctx, 'tx' | 'now'>, words: ReviewWording) {
  const { newsAt, decidedBy } = await findReviewDeadlines(tx, now);
  return { reasonCode: 'extra_checks' as const, ...words, nextUpdateAt: newsAt, deadlineAt: decidedBy };
}

/**
 * The bank rejected the attempt because it needs information. Nothing was sent and the money stays held. A resubmission
 * needs new ids, because a bank accepts an id only once.
 */
export async function holdForBankQuery(ctx: Ctx, payment: Payment, answer: StatusReport): Promise<void> {
  const { tx, now } = ctx;
  const { id, attempt, uetr } = payment;
  const { reasonCode = '', reasonText = null } = answer;
  await insertRejectedAttempt(tx, {
    paymentId: id,
    attempt,
    uetr,
    reasonCode,
    reasonText,
    at: now,
  });
  const fresh = { attempt: attempt + 1, uetr: randomUUID(), resubmittedAt: null, rfiResponse: null };
  await updatePayment(tx, id, { ...fresh, isHeldForChecks: false });
  await decidePayment(ctx, id, {
    to: 'in_review',
    ...(await reviewDetails(ctx, payment.statusConflictAt === null ? informationRequestWording : conflictWording)),
  });
  await audit(ctx, 'payment.rejected_attempt', `payment:${id}`, { attempt, reasonCode, reasonText });
}

/** No money moves on contradictory reports; staff must decide. */
export const recordStatusConflict = (
  ctx: Ctx,
  { id, state }: Payment,
  {
    status: bankStatus,
    reasonCode,
  }: Pick<StatusReport, 'reasonCode'> & Readonly<{ status: StatusReport['status'] | 'returned' }>,
) =>
  audit(ctx, 'payment.status_conflict', `payment:${id}`, { state, said: bankStatus, reasonCode: reasonCode ?? null });

const statesBeforeSubmission: readonly PaymentState[] = ['in_review', 'info_required', 'ready'];

/**
 * The bank reports a rejected attempt as executed. Until staff decide, the payment is not resubmitted, cancelled or
 * expired: that could pay twice.
 */
export async function holdForStatusConflict(ctx: Ctx, payment: Payment): Promise<void> {
  const { tx, now } = ctx;
  const { id } = payment;
  if (payment.statusConflictAt !== null) return;
  await updatePayment(tx, id, { statusConflictAt: now });
  const state = payment.state;
  if (!statesBeforeSubmission.includes(state)) return;
  const waits = await reviewDetails(ctx, conflictWording);
  if (state === 'in_review') await updatePendingStatus(ctx, id, waits);
  else await decidePayment(ctx, id, { to: 'in_review', ...waits });
}

export async function holdUnknownResubmission(ctx: Ctx, { id }: Payment): Promise<void> {
  await decidePayment(ctx, id, { to: 'in_review', ...(await reviewDetails(ctx, conflictWording)) });
}

async function insertRejectedAttempt(tx: Tx, order: Insertable<PaymentRejectedAttempt>): Promise<void> {
  await tx.insertInto('payment.rejected_attempt').values(order).execute();
}

export async function findRejectedAttempt(
  tx: Tx,
  paymentId: string,
  attempt: number,
): Promise<{ uetr: string; resubmittedAt: Date | null }> {
  const { rows } = await sql<{ uetr: string; resubmittedAt: Date | null }>`
    select g.uetr, case when g.attempt > 1 then (
      select min(at) from payment.message where payment_id = g.payment_id and direction = 'out' and kind = 'order'
        and position(g.uetr::text in document) > 0) end as resubmitted_at
    from payment.rejected_attempt g where g.payment_id = ${paymentId} and g.attempt = ${attempt}`.execute(tx);
  const [order] = rows;
  if (!order) throw new Error(`order ${attempt} of payment ${paymentId} was never given back`);
  return order;
}
