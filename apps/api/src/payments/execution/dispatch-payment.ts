import { defaultText } from '@larkmere/messages/format-message';
import { money } from '@larkmere/money/money';
import { isFrozen } from '../../customers/customer/customer.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { ExternalHandler, ExternalHandlerContext } from '../../platform/events/relay.ts';
import type { Permit } from '../../platform/http/service-breakers.ts';
import { toIsoId } from '../../platform/iso20022/iso-message.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import {
  findServiceQueue,
  type ServiceQueue,
  selectQueuedServices,
} from '../../reference/service-availability/service-availability.ts';
import {
  railsOfServices,
  selectStoppedServices,
  serviceOfRail,
} from '../../reference/service-breaker/service-breaker.ts';
import { nextDeadline, updatePendingStatus } from '../payment/mark-overdue.ts';
import { enterState, lockPayment, updatePayment } from '../payment/payment.sql.ts';
import type { Payment, PaymentEvent } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentHeld, paymentSubmitted } from '../payment/payment-events.ts';
import { queuedTexts } from '../payment/queued-payment.ts';
import type { PaymentBank, PaymentInstruction, RailAccount, RailAddress } from '../payment/rail.ts';
import { findSentInstruction, storeMessage } from '../payment/rail-message.sql.ts';
import { findResponseTimeouts, nextOverdueUpdateAt, type ResponseTimeouts } from '../payment/schedule.sql.ts';
import { abandonPayment, applyStatusReport } from './apply-status-report.ts';
import { claimReleasablePayments } from './due-payment.sql.ts';

export class AwaitingBankResponse extends Error {
  override name = 'AwaitingBankResponse';
}

/**
 * Submits a payment to its rail, outside any transaction. After a crash or a lost response it enquires first and
 * resubmits only what the bank does not know. While the service of the rail is stopped, or an event lets its payments
 * wait, a payment that has not been submitted stays ready.
 */
export const dispatchPayment =
  (bank: PaymentBank): ExternalHandler<PaymentEvent> =>
  async ({ batchedTransaction }, { payload }) => {
    const admission = admitOnce(bank);
    try {
      const step = await batchedTransaction((ctx) => startSubmission(ctx, payload, bank, admission));
      if (step) await submitPayment(batchedTransaction, bank, step, admission.permit());
    } finally {
      admission.release();
    }
  };

async function submitPayment(
  batchedTransaction: ExternalHandlerContext['batchedTransaction'],
  bank: PaymentBank,
  step: Submission,
  permit: Permit | undefined,
): Promise<void> {
  const order = toInstruction(step.payment);
  const known = step.secondsSinceSubmission === undefined ? 'unknown_to_bank' : await bank.enquire(order, step.at);
  const { secondsSinceSubmission = 0, sendAgainSeconds, giveUpSeconds } = step;
  // The last resubmission can no longer be in transit.
  if (known === 'unknown_to_bank' && secondsSinceSubmission > giveUpSeconds) {
    await batchedTransaction((ctx) => abandonPayment(ctx, step.payment));
    return;
  }
  const mayGo = known === 'unknown_to_bank' && secondsSinceSubmission <= sendAgainSeconds;
  const answer = mayGo ? await bank.submit(order, step.document, permit) : known;
  if (answer === 'not_sent')
    throw new AwaitingBankResponse(`${order.instructionId} waits: ${step.payment.rail} is stopped`);
  if (answer === 'no_response' || answer === 'unknown_to_bank')
    throw new AwaitingBankResponse(`no answer from ${step.payment.rail} about ${order.instructionId}`);
  await batchedTransaction((ctx) => applyStatusReport(ctx, step.payment, answer));
}

type Admission = Readonly<{
  take: (payment: Payment) => boolean;
  permit: () => Permit | undefined;
  release: () => void;
}>;

/** A transaction may run twice; it takes one permit. */
function admitOnce(bank: PaymentBank): Admission {
  let permit: Permit | undefined;
  return {
    take: ({ rail }) => {
      permit ??= bank.admit(rail);
      return permit !== undefined;
    },
    permit: () => permit,
    release: () => permit?.release(),
  };
}

type Submission = ResponseTimeouts &
  Readonly<{ payment: Payment; document: string; at: Date; secondsSinceSubmission?: number }>;

/** The state is written before the first byte is sent, so after a crash we know that it may have been sent. */
async function startSubmission(
  ctx: Ctx,
  { paymentId, attempt = 1 }: PaymentEvent,
  bank: PaymentBank,
  admission: Admission,
): Promise<Submission | undefined> {
  const { tx } = ctx;
  const payment = await lockPayment(tx, paymentId);
  if (payment?.attempt !== attempt) return undefined;
  if (payment.state === 'submitted') {
    const sent = await findSentInstruction(tx, paymentId);
    if (!sent) throw new Error(`payment ${paymentId} was handed over without a document`);
    const silence = await findResponseTimeouts(tx, { ...payment, at: sent.at });
    const underWaySeconds = (ctx.now.getTime() - sent.at.getTime()) / 1000;
    return { ...silence, payment, document: sent.document, at: ctx.now, secondsSinceSubmission: underWaySeconds };
  }
  if (payment.state !== 'ready' || payment.notBefore !== null) return undefined;
  const { rail, customerId } = payment;
  if (await isFrozen(tx, customerId)) {
    await waitForUnfreeze(ctx, payment);
    return undefined;
  }
  const queue = await findServiceQueue(tx, { service: serviceOfRail(rail), customerId });
  if (queue) {
    await waitInQueue(ctx, payment, queue);
    return undefined;
  }
  if (!admission.take(payment)) {
    await waitForService(ctx, payment);
    return undefined;
  }
  const going = attempt === 1 ? payment : await updatePayment(tx, paymentId, { resubmittedAt: ctx.now });
  const document = bank.compose(toInstruction(going));
  await storeMessage(tx, paymentId, 'out', 'order', document, ctx.now);
  const silence = await findResponseTimeouts(tx, { ...payment, at: ctx.now });
  const submitted = await enterState(tx, paymentId, {
    state: 'submitted',
    deadlineAt: await nextDeadline(ctx, payment),
    nextUpdateAt: new Date(ctx.now.getTime() + silence.answerSeconds * 1000),
  });
  await emit(ctx, paymentSubmitted, toPaymentEvent(submitted));
  return { ...silence, payment: submitted, document, at: ctx.now };
}

const maxPayments = 200;

export function releasePayments(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const stopped = railsOfServices(await selectStoppedServices(tx));
    const queued = railsOfServices(await selectQueuedServices(tx));
    const opened = await claimReleasablePayments(tx, maxPayments, { stopped, queued });
    for (const payment of opened)
      await emit({ tx, requestId: `release:${payment.reference}` }, paymentHeld, toPaymentEvent(payment));
    return opened.length;
  });
}

const retryMs = 3000;

/** Keeps a payment ready while an event lets payments of its service wait. `release-payments` submits it afterwards. */
async function waitInQueue(ctx: Ctx, payment: Payment, queue: ServiceQueue): Promise<void> {
  const { tx, now } = ctx;
  const { id, reasonCode, reason, nextUpdateAt } = payment;
  const texts = queuedTexts(queue);
  const isKnown =
    reasonCode === 'service_queued' && reason === texts.reason && nextUpdateAt !== null && nextUpdateAt > now;
  await updatePayment(tx, id, { notBefore: now });
  if (isKnown) return;
  await updatePendingStatus(ctx, id, {
    ...texts,
    reasonCode: 'service_queued',
    nextUpdateAt: queue.until ?? (await nextOverdueUpdateAt(tx, now)),
  });
}

/**
 * Keeps a payment ready while the breaker of its service lets nothing new through. Nothing was sent, so no time-out of
 * the bank begins. `release-payments` tries again once the service works; until then the payer gets updates.
 */
async function waitForService(ctx: Ctx, { id, reasonCode, nextUpdateAt }: Payment): Promise<void> {
  const { tx, now } = ctx;
  const isKnown = reasonCode === 'vendor_delay' && nextUpdateAt !== null && nextUpdateAt > now;
  await updatePayment(tx, id, { notBefore: new Date(now.getTime() + retryMs) });
  if (isKnown) return;
  await updatePendingStatus(ctx, id, {
    reasonCode: 'vendor_delay',
    reason: defaultText('payment_service_stopped'),
    nextStep: defaultText('payment_service_stopped_next'),
    nextUpdateAt: await nextOverdueUpdateAt(tx, now),
  });
}

/** Keeps a payment ready while its customer has frozen the account. `release-payments` submits it afterwards. */
async function waitForUnfreeze(ctx: Ctx, { id }: Payment): Promise<void> {
  const { tx, now } = ctx;
  await updatePayment(tx, id, { notBefore: now });
  await updatePendingStatus(ctx, id, {
    reasonCode: 'account_frozen',
    reason: defaultText('payment_account_frozen'),
    nextStep: defaultText('payment_account_frozen_next'),
    nextUpdateAt: await nextOverdueUpdateAt(tx, now),
  });
}

/** Deterministic within one attempt. */
export const toInstruction = (p: Payment): PaymentInstruction => ({
  paymentId: p.id,
  messageId: toIsoId(p.attempt === 1 ? p.id : p.uetr),
  instructionId: p.instructionId,
  endToEndId: p.endToEndId ?? p.instructionId,
  uetr: p.uetr,
  scheme: p.rail,
  amount: money(p.currency, p.amountMinor),
  payer: toRailParty(p.payerName, p.payerAccount, p.payerAddress),
  payee: toRailParty(p.payeeName, p.payeeAccount, p.payeeAddress),
  reference: p.payeeReference,
  ...(p.chargeBearer && { chargeBearer: p.chargeBearer }),
  ...(p.purpose && { purpose: p.purpose }),
  ...(p.sourceOfFunds && { sourceOfFunds: p.sourceOfFunds }),
  ...(p.relationship && { relationship: p.relationship }),
  ...(p.rfiResponse && { rfiResponse: p.rfiResponse }),
  requestedAt: p.resubmittedAt ?? p.executeAt ?? p.createdAt,
});

const toRailParty = (name: string, account: RailAccount, address: RailAddress | null): PaymentInstruction['payer'] => ({
  name,
  account,
  ...(address !== null && { address }),
});
