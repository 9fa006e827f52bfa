import { groupCommit } from '../../platform/batching/group-commit.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/observability/log.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { isOverdue, markOverdue } from '../payment/mark-overdue.ts';
import type { Payment } from '../payment/payment.ts';
import type { PaymentBank } from '../payment/rail.ts';
import { applyStatusReport } from './apply-status-report.ts';
import { toInstruction } from './dispatch-payment.ts';
import { claimDuePayments } from './due-payment.sql.ts';

const maxPayments = 20;
const actor: SystemActor = { kind: 'system', name: 'enquire-payment-statuses' };

/**
 * Asks the bank about payments without a final status. No response never means failure: the money stays held until the
 * bank reports an outcome.
 */
export async function enquirePaymentStatuses(db: Db, bank: PaymentBank, log: Log): Promise<number> {
  const { due, at } = await inTransaction(db, async (tx, now) => ({
    due: await claimDuePayments(tx, maxPayments),
    at: now,
  }));
  const responses = await Promise.all(due.map((payment) => enquire(bank, log, payment, at)));
  await applyResponses(
    db,
    log,
    due.map((payment, i) => ({ payment, at, response: responses[i] })),
  );
  return due.length;
}

type EnquiryResponse = Awaited<ReturnType<PaymentBank['enquire']>>;
type EnquiryResult = Readonly<{ payment: Payment; at: Date; response: EnquiryResponse | undefined }>;

async function enquire(bank: PaymentBank, log: Log, payment: Payment, at: Date): Promise<EnquiryResponse | undefined> {
  try {
    return await bank.enquire(toInstruction(payment), at);
  } catch (error) {
    log.error({ err: error, payment: payment.reference }, 'a payment could not be asked about');
    return undefined;
  }
}

async function applyResponses(db: Db, log: Log, results: readonly EnquiryResult[]): Promise<void> {
  const heard = results.filter(({ response }) => response !== undefined);
  // Only the dispatcher may submit, so an instruction that the bank does not know is left to it.
  const answers = heard.flatMap(({ payment, response }) =>
    typeof response === 'object'
      ? [{ payment, work: asEnquirer(payment, (ctx) => applyStatusReport(ctx, payment, response)) }]
      : [],
  );
  const booked = await groupCommit(
    db,
    answers.map(({ work }) => work),
  );
  const failed = new Set<Payment>();
  for (const [i, outcome] of booked.entries()) {
    if (outcome.status === 'fulfilled') continue;
    const { payment } = answers[i] as (typeof answers)[number];
    log.error({ err: outcome.reason, payment: payment.reference }, 'an answer about a payment could not be booked');
    failed.add(payment);
  }
  for (const { payment, at } of heard)
    if (!failed.has(payment) && isOverdue(payment, at)) await reportOverdue(db, log, payment);
}

async function reportOverdue(db: Db, log: Log, payment: Payment): Promise<void> {
  try {
    await inTransaction(
      db,
      asEnquirer(payment, (ctx) => markOverdue(ctx, payment.id)),
    );
  } catch (error) {
    log.error({ err: error, payment: payment.reference }, 'the notice of a late payment failed');
  }
}

const asEnquirer =
  ({ reference }: Payment, work: (ctx: Ctx) => Promise<void>) =>
  (tx: Tx, now: Date): Promise<void> =>
    work({ tx, now, actor, requestId: `chase:${reference}` });
