import type { AccountId, Operation, OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { type Message, message } from '@larkmere/messages/message';
import { type Money, money } from '@larkmere/money/money';
import {
  bookOperations,
  createOperationId,
  firmAccountId,
  recordNarrative,
  safeguardingAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { recordPaymentConversion } from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { emit } from '../../platform/events/outbox.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { endPayment } from '../payment/end-payment.ts';
import { redeemFeeWaiver } from '../payment/fee-waiver.sql.ts';
import { nextDeadline, updatePendingStatus } from '../payment/mark-overdue.ts';
import { settlementPostings } from '../payment/payment.postings.ts';
import { enterState, lockPayment, updatePayment } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentCompleted, paymentSent, paymentWaiting } from '../payment/payment-events.ts';
import { type Attempt, attemptFromInstructionId, ownHoldId } from '../payment/payment-ids.ts';
import { paymentLifecycle } from '../payment/payment-lifecycle.ts';
import type { StatusReport } from '../payment/rail.ts';
import { findReceivedMessages, storeMessage } from '../payment/rail-message.sql.ts';
import {
  findRejectedAttempt,
  holdForBankQuery,
  holdForStatusConflict,
  holdUnknownResubmission,
  informationRequestWording,
  isInformationRequest,
  recordStatusConflict,
  reviewDetails,
} from './hold-for-bank-query.ts';
import { customerReason } from './rails/customer-reason.ts';
import { readStatus } from './rails/read-status.ts';
import { findTrackerUpdates, sumDeductions } from './tracker-updates.ts';

/**
 * Applies a status report to one attempt. Idempotent and independent of order: a late or repeated report changes
 * neither a finished payment nor a later attempt.
 */
export async function applyStatusReport(ctx: Ctx, { id, attempt }: Attempt, answer: StatusReport): Promise<void> {
  const payment = await lockPayment(ctx.tx, id);
  if (!payment) throw new Error(`an answer about payment ${id}, which we do not know`);
  return applyReportToLocked(ctx, payment, answer, attempt);
}

export async function applyReportToLocked(
  ctx: Ctx,
  payment: Payment,
  answer: StatusReport,
  attempt: number,
): Promise<void> {
  if (answer.enquiry) await storeMessage(ctx.tx, payment.id, 'out', 'enquiry', answer.enquiry);
  const acts = attempt === payment.attempt ? applyToCurrentAttempt : applyToOtherAttempt;
  await pipeline(storeMessage(ctx.tx, payment.id, 'in', 'status', answer.document), acts(ctx, payment, answer));
  if (answer.charges && attempt === payment.attempt) await recordCharges(ctx, payment, answer.charges);
}

async function applyToCurrentAttempt(ctx: Ctx, payment: Payment, answer: StatusReport): Promise<void> {
  switch (answer.status) {
    case 'received':
    case 'held':
      return recordBankChecks(ctx, payment, answer.status === 'held');
    case 'accepted':
    case 'settled':
      return postAcceptance(ctx, payment, answer);
    case 'rejected':
      return rejectPayment(ctx, payment, answer);
  }
}

async function postAcceptance(ctx: Ctx, payment: Payment, answer: StatusReport): Promise<void> {
  const accepted = await acceptPayment(ctx, payment, answer);
  const settling = answer.status === 'settled' ? await settlePayment(ctx, accepted.payment, answer) : [];
  await bookOperations(ctx.tx, [...accepted.operations, ...settling]);
}

/** Each tracked bank reports only its own charges, so the total is summed over all reports. */
export async function recordCharges({ tx }: Ctx, payment: Payment, reported: Money): Promise<void> {
  const hops = await findTrackerUpdates(tx, payment);
  const minor = hops.length > 0 ? sumDeductions(hops) : reported.minor;
  await updatePayment(tx, payment.id, { chargesMinor: minor });
}

async function recordBankChecks(ctx: Ctx, payment: Payment, held: boolean): Promise<void> {
  if (payment.state !== 'submitted' || payment.isHeldForChecks === held) return;
  const noted = await updatePayment(ctx.tx, payment.id, { isHeldForChecks: held });
  if (held) await emit(ctx, paymentWaiting, toPaymentEvent(noted));
}

type AcceptedPayment = Readonly<{ payment: Payment; operations: Operation[] }>;

/** Moves the held money to the clearing account of the rail. Returns the ledger operations; the caller posts them. */
export const acceptPayment = (ctx: Ctx, payment: Payment, answer: StatusReport): Promise<AcceptedPayment> =>
  payment.state === 'submitted' ? markSent(ctx, payment, answer) : Promise.resolve({ payment, operations: [] });

export async function markSent(ctx: Ctx, payment: Payment, answer: StatusReport): Promise<AcceptedPayment> {
  const { tx } = ctx;
  const id = createOperationId();
  const { railReference } = answer;
  const reached = {
    state: 'sent',
    isHeldForChecks: false,
    deadlineAt: await nextDeadline(ctx, payment),
    ...(railReference && { railReference }),
  } as const;
  const [sent] = await pipeline(
    enterState(
      tx,
      payment.id,
      reached,
      railReference ? defaultText('payment_bank_reference', { reference: railReference }) : null,
    ),
    recordNarrative(tx, id, {
      kind: 'payment',
      reference: payment.reference,
      counterparty: payment.payeeName,
      counterpartyAccount: payment.payeeSummary,
      description: defaultText('statement_payment', { payeeName: payment.payeeName }),
      payeeReference: payment.payeeReference,
      paymentId: payment.id,
    }),
    payment.feeMinor === 0n ? redeemFeeWaiver(tx, payment.id) : Promise.resolve(),
  );
  if (payment.quoteId) await recordExchange(ctx, payment, id);
  await emit(ctx, paymentSent, toPaymentEvent(sent));
  return { payment: sent, operations: [{ kind: 'post_hold', id, code: 'payment.sent', holdId: ownHoldId(payment) }] };
}

async function recordExchange({ tx }: Ctx, payment: Payment, id: OperationId): Promise<void> {
  const account = await findBankAccount(tx, payment.accountId);
  if (!account || !payment.quoteId) throw new Error(`payment ${payment.id} was exchanged out of nothing`);
  await recordPaymentConversion(
    { tx },
    {
      id,
      quoteId: payment.quoteId,
      from: account.ledgerAccountId,
      to: await firmAccountId(tx, `clearing:${payment.rail}:${payment.currency}`),
    },
  );
}

export async function settlePayment(ctx: Ctx, payment: Payment, answer: StatusReport): Promise<Operation[]> {
  if (!canTransition(paymentLifecycle, payment.state, 'completed')) {
    // A late report about a finished payment is normal; one about a payment that ended unpaid is a conflict.
    if (payment.state !== 'completed' && payment.state !== 'returned') await recordStatusConflict(ctx, payment, answer);
    return [];
  }
  const { tx } = ctx;
  const { charges } = answer;
  const note = charges && !answer.hop ? defaultText('payment_charges_deducted', { charges }) : null;
  const reached = { state: 'completed', nextUpdateAt: null, reason: note } as const;
  const completed = await enterState(tx, payment.id, reached, note);
  await emit(ctx, paymentCompleted, toPaymentEvent(completed));
  return [await settlementOperation(ctx, payment, answer.bookedAt)];
}

export async function settlementOperation(
  { tx, now }: Ctx,
  payment: Payment,
  bookedAt: Date | undefined,
): Promise<Operation> {
  const amount = money(payment.currency, payment.amountMinor);
  const clearing: AccountId = await firmAccountId(tx, `clearing:${payment.rail}:${payment.currency}`);
  const safeguarding = await safeguardingAccountId(tx, amount.currency);
  const valueDate = londonDay(bookedAt ?? now);
  const postings = settlementPostings(amount, clearing, safeguarding);
  const id = createOperationId();
  const { reference } = payment;
  // Bank reconciliation matches the statement by this reference.
  await recordNarrative(tx, id, {
    kind: 'payment',
    reference,
    description: defaultText('statement_payment_settled', { reference }),
  });
  return { kind: 'post', id, code: 'payment.settled', postings, valueDate };
}

async function rejectPayment(ctx: Ctx, payment: Payment, answer: StatusReport): Promise<void> {
  if (await isInformationRequest(ctx, payment, answer)) return holdForBankQuery(ctx, payment, answer);
  if (!canTransition(paymentLifecycle, payment.state, 'rejected')) {
    if (payment.state !== 'rejected') await recordStatusConflict(ctx, payment, answer);
    return;
  }
  // A rejected attempt does not end the payment while the bank claims that it executed another one.
  if (payment.statusConflictAt !== null) return holdForBankQuery(ctx, payment, answer);
  await endPayment(ctx, payment, 'rejected', customerReason(answer.reasonCode));
}

async function applyToOtherAttempt(ctx: Ctx, payment: Payment, answer: StatusReport): Promise<void> {
  if (answer.status !== 'accepted' && answer.status !== 'settled') return;
  await recordStatusConflict(ctx, payment, answer);
  await holdForStatusConflict(ctx, payment);
}

/** Ends a payment that the bank has never received and can no longer receive. */
export async function abandonPayment(ctx: Ctx, { id, attempt }: Attempt): Promise<void> {
  const payment = await lockPayment(ctx.tx, id);
  if (payment?.attempt !== attempt || !canTransition(paymentLifecycle, payment.state, 'failed')) return;
  if (payment.statusConflictAt !== null) return holdUnknownResubmission(ctx, payment);
  await endPayment(ctx, payment, 'failed', { code: 'vendor_delay', sentence: defaultText('payment_bank_unreachable') });
}

type SettlementReport = ReturnType<typeof readStatus>;

/** Reports that the bank paid an attempt which it had rejected, oldest first by the bank's clock. */
export async function findSettlementReports(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'reference' | 'attempt'>,
): Promise<SettlementReport[]> {
  const reports = (await findReceivedMessages(tx, payment.id, 'status')).map(readStatus);
  const isEarlier = (id: string): boolean => attemptFromInstructionId(payment, id) < payment.attempt;
  return reports
    .filter(({ instructionId, answer }) => answer.status === 'settled' && isEarlier(instructionId))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type StatusConflict = Readonly<{ payment: Payment; paid: SettlementReport | undefined }>;

/** Refuses `not_found`, and `invalid_transition` without a conflict or a settlement report of the paid instruction. */
export async function requireStatusConflict(
  { tx }: Pick<Ctx, 'tx'>,
  id: string,
  paidInstruction: string | null,
): Promise<StatusConflict> {
  const refuse = (reason: Message) => new Refusal('invalid_transition', { reason });
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Refusal('not_found');
  if (payment.state !== 'in_review') throw refuse(message('payment_not_in_review'));
  if (payment.statusConflictAt === null) throw refuse(message('settlement_not_reported'));
  if (paidInstruction === null) return { payment, paid: undefined };
  const reports = await findSettlementReports(tx, payment);
  const paid = reports.findLast(({ instructionId }) => instructionId === paidInstruction);
  if (!paid) throw refuse(message('settlement_not_confirmed'));
  return { payment, paid };
}

/**
 * Completes the payment by the attempt that the bank paid. If it paid none, the payment waits in review as before the
 * conflict. The caller authorises and audits.
 */
export async function settleStatusConflict(
  ctx: Ctx,
  { payment: { id, ...payment }, paid }: StatusConflict,
): Promise<void> {
  const { tx } = ctx;
  if (!paid) {
    await updatePayment(tx, id, { statusConflictAt: null });
    await updatePendingStatus(ctx, id, await reviewDetails(ctx, informationRequestWording));
    return;
  }
  const attempt = attemptFromInstructionId(payment, paid.instructionId);
  const order = await findRejectedAttempt(tx, id, attempt);
  // The attempt is set only after sending: a database check forbids a conflict on a first attempt that was not sent.
  const waiting = await updatePayment(tx, id, { ...order, rfiResponse: null });
  const { operations } = await markSent(ctx, waiting, paid.answer);
  // The executed attempt counts from now on: the bank statement uses its ids.
  const made = await updatePayment(tx, id, { attempt });
  const settling = await settlePayment(ctx, made, paid.answer);
  if (paid.answer.charges) await recordCharges(ctx, made, paid.answer.charges);
  await bookOperations(tx, [...operations, ...settling]);
}
