import { randomUUID } from 'node:crypto';
import type { ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import { scamWarnings } from '@larkmere/contract/payments/scam-warning';
import { v7 } from 'uuid';
import { createOperationId, generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { attachDocuments } from '../../checks/document/document.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { confirmDraft, isDraft } from '../../payees/payee/payee.ts';
import { runBatched } from '../../platform/batching/batch-context.ts';
import { withBatch } from '../../platform/batching/group-commit.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { present, zip } from '../../platform/values/values.ts';
import {
  enterState,
  findPaymentOfSource,
  insertPayment,
  lockPayer,
  type NewPayment,
  updatePayment,
} from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentHeld, paymentWaiting } from '../payment/payment-events.ts';
import { holdIdOf } from '../payment/payment-ids.ts';
import { payeeRailAddress } from '../payment/payment-party.ts';
import { paymentApproval } from './approval-handler.ts';
import { BatchAllowance } from './batch-allowance.ts';
import { type CheckedOrder, decideOrder, loadOrderFacts } from './check-order.ts';
import { deferExchange, storeExchange } from './deferred-exchange.ts';
import {
  attachmentsOf,
  exchangeOf,
  type PaymentOrder,
  recordedSource,
  regulatoryInformationOf,
  restOf,
  type ScheduledDayPayment,
  type UnattendedOrder,
} from './payment-order.ts';
import { departureColumns, pendingColumns, pendingDetailsOf } from './pending-details.ts';
import { placeHold, recordDetails } from './place-hold.ts';
import { completeRegulatoryInformation } from './require-regulatory-information.ts';
import { exchangeRest, requireExchangeableRest, withRest } from './rest-exchange.ts';
import { resubmitDraft } from './resubmit-draft.ts';

export type InitiatedPayment = Readonly<{
  payment: Payment;
  bankholderId: string;
  /** Undefined if the source made this payment before. */
  created?: Readonly<{ order: PaymentOrder; checked: CheckedOrder; approvalRequest: ApprovalRequestSummary | null }>;
}>;

/**
 * Starts a payment of any source inside the caller's transaction, or refuses and leaves nothing behind. A scheduled
 * payment holds no money and comes again on its day. A source that retries gets its first payment back.
 */
export async function initiatePayment(ctx: Ctx, payer: Principal, input: PaymentOrder): Promise<InitiatedPayment> {
  const bankholderId = input.sourceBankholderId;
  const [, before] = await pipeline(lockPayer(ctx.tx, payer.customerId), findEarlierPayment(ctx, input));
  if (before) return { payment: before, bankholderId };
  const order = await deferExchange(ctx, payer, input);
  const facts = await loadOrderFacts(ctx, payer, order);
  const rest = restOf(order);
  const checked = decideOrder(withRest(facts, rest), order, new BatchAllowance());
  await requireExchangeableRest(ctx, payer, rest, checked);
  const payment = await persistPayment(ctx, payer, order, checked);
  const { approvalRequirements: requirements } = checked;
  const approvalRequest = await paymentApproval.request(ctx, {
    id: payment.id,
    item: payment,
    maker: payer,
    requirements,
  });
  return { payment, bankholderId, created: { order, checked, approvalRequest } };
}

/**
 * The same steps for many payments of one payer, with one ledger call for all holds. Each order is decided as if the
 * earlier ones existed. Returns the payment ids in order; a refusal affects only its own order.
 */
export const initiatePaymentBatch = (
  ctx: Ctx,
  payer: Principal,
  orders: readonly UnattendedOrder[],
): Promise<PromiseSettledResult<string>[]> =>
  withBatch(ctx.tx, async (tx) => {
    const shared = { ...ctx, tx };
    await lockPayer(tx, payer.customerId);
    const before = await Promise.all(orders.map((order) => findEarlierPayment(shared, order)));
    const read = await Promise.allSettled(
      orders.map(async (order, i) => (before[i] ? undefined : await loadOrderFacts(shared, payer, order))),
    );
    const allowance = new BatchAllowance();
    const works = zip(zip(orders, before), read).map(([[order, earlier], facts]) => async (): Promise<string> => {
      if (facts.status === 'rejected') throw facts.reason;
      if (!facts.value) return present(earlier, 'the earlier payment').id;
      const checked = decideOrder(facts.value, order, allowance);
      return (await persistPayment(shared, payer, order, checked).catch(failBatch)).id;
    });
    const outcomes = await runBatched(tx, works);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason;
    return outcomes;
  });

async function findEarlierPayment({ tx }: Ctx, order: PaymentOrder): Promise<Payment | undefined> {
  const source = recordedSource(order);
  return source && findPaymentOfSource(tx, source);
}

/** Writes shared by a batch cannot be undone for one payment alone. */
function failBatch(cause: unknown): never {
  throw cause instanceof Refusal ? new Error('a payment was refused while it was written', { cause }) : cause;
}

/** Only writes from here on: a refusal would roll back every payment in the shared transaction. */
async function persistPayment(
  ctx: Ctx,
  payer: Principal,
  order: PaymentOrder,
  checked: CheckedOrder,
): Promise<Payment> {
  const ids = identify(order, checked);
  const holdId = holdIdOf({
    ...ids,
    state: checked.screening.state,
    quoteId: exchangeOf(order)?.quote.id ?? null,
  });
  const holdsNow = checked.schedule === undefined;
  if (isDraft(checked.payee)) await redeemAuthorisation(ctx.tx, payer, order);
  await confirmDraft(ctx, checked.payee);
  await exchangeRest(ctx, payer, restOf(order), checked);
  const [, , payment] = await pipeline(
    storeExchange(ctx, payer, exchangeOf(order)),
    isDraft(checked.payee) ? Promise.resolve() : redeemAuthorisation(ctx.tx, payer, order),
    writeRow(ctx, payer, order, checked, ids),
    holdsNow ? recordDetails(ctx, order, checked, { ...ids, holdId }) : Promise.resolve(),
  );
  if (holdsNow) await placeHold(ctx, order, checked, holdId);
  await attachDocuments(ctx, payment.id, checked.documents);
  await emit(ctx, isReadyForRail(payment) ? paymentHeld : paymentWaiting, toPaymentEvent(payment));
  await auditInitiation(ctx, order, checked, payment);
  return payment;
}

type PaymentIds = Readonly<Pick<Payment, 'id' | 'reference' | 'holdId'>>;

/** A draft that is sent again gets a new hold. */
function identify(order: PaymentOrder, { earlier }: CheckedOrder): PaymentIds {
  if (!earlier) return { id: v7(), reference: generateReference(), holdId: null };
  const { id, reference, holdId } = earlier;
  return { id, reference, holdId: order.source === 'scheduled_day' ? holdId : createOperationId() };
}

async function redeemAuthorisation(tx: Tx, { userId, customerId }: Principal, order: PaymentOrder): Promise<void> {
  if (!('authorisation' in order)) return;
  const { token, sessionId, purpose } = order.authorisation;
  await requirePinAuthorisation({ tx, actor: { userId, customerId, sessionId } }, token, purpose);
}

function writeRow(
  ctx: Ctx,
  payer: Principal,
  order: PaymentOrder,
  checked: CheckedOrder,
  { id, reference, holdId }: PaymentIds,
): Promise<Payment> {
  if (order.source === 'scheduled_day') return executeRow(ctx, order, checked);
  const row = toPaymentRow(ctx.now, payer, order, checked, { id, reference });
  return checked.earlier ? resubmitDraft(ctx.tx, { ...row, holdId }) : insertPayment(ctx.tx, row);
}

async function executeRow(
  { tx, now }: Ctx,
  { payment: { id }, payeeVersion }: ScheduledDayPayment,
  { price, screening, expectedCharges, availableAfter }: CheckedOrder,
): Promise<Payment> {
  await updatePayment(tx, id, {
    payeeVersion,
    feeMinor: price.fee.minor,
    chargesExpectedMinor: expectedCharges?.minor ?? null,
    executeAt: now,
    availableAfterMinor: availableAfter?.minor ?? null,
    ...departureColumns(now, { price, screening }),
  });
  await enterState(tx, id, { state: 'screening', nextAttemptAt: null, nextUpdateAt: null, deadlineAt: null });
  return enterState(tx, id, {
    state: screening.state,
    ...pendingColumns(pendingDetailsOf(now, { screening, price })),
  });
}

/** Principal and payee as of now; later changes do not affect the payment. */
function toPaymentRow(
  now: Date,
  payer: Principal,
  order: PaymentOrder,
  checked: CheckedOrder,
  { id, reference }: Pick<PaymentIds, 'id' | 'reference'>,
): NewPayment {
  const { account, payerAccount, payerAddress, payee, payeeAccount, price, expectedCharges } = checked;
  const { screening, schedule, approvalRequirements, earlier } = checked;
  const quote = exchangeOf(order)?.quote;
  const source = recordedSource(order);
  const waits = pendingColumns(pendingDetailsOf(now, { ...checked, isExchanged: quote !== undefined }));
  return {
    id,
    reference,
    kind: order.kind,
    customerId: payer.customerId,
    userId: payer.userId,
    accountId: account.id,
    rail: order.rail,
    route: order.route,
    source: source?.kind ?? 'customer',
    sourceId: source?.id ?? null,
    payeeId: payee.id,
    payeeVersion: payee.version,
    payeeName: payee.name,
    payeeAccount,
    payeeAddress: payeeRailAddress(payee),
    payeeSummary: payee.summary,
    payerName: account.holder,
    payerAccount,
    payerAddress,
    currency: order.amount.currency,
    amountMinor: order.amount.minor,
    quoteId: quote?.id ?? null,
    soldCurrency: quote?.price.sell.currency ?? null,
    soldMinor: quote?.price.sell.minor ?? null,
    restQuoteId: restOf(order)?.quote.id ?? null,
    chargesExpectedMinor: expectedCharges?.minor ?? null,
    feeMinor: price.fee.minor,
    payeeReference: order.reference,
    chargeBearer: order.chargeBearer ?? null,
    ...regulatoryColumns(now, order, checked),
    executionDate: schedule?.executesOn ?? null,
    service: order.serviceKey,
    // A resubmitted draft counts towards the limit of the day on which it is sent.
    executeAt: schedule?.executesAt ?? (earlier && approvalRequirements.length === 0 ? now : null),
    nextAttemptAt: approvalRequirements.length > 0 ? null : (schedule?.executesAt ?? null),
    scheme: ('scheme' in order && order.scheme) || null,
    ...departureColumns(now, { price, screening }),
    ...(schedule && { notBefore: null }),
    uetr: randomUUID(),
    state: screening.state,
    ...waits,
    nextUpdateAt: waits.nextUpdateAt ?? schedule?.executesAt ?? null,
  };
}

function regulatoryColumns(now: Date, order: PaymentOrder, { payee, nameCheck, availableAfter }: CheckedOrder) {
  const information = regulatoryInformationOf(order);
  const { purposeCode, sourceOfFunds, relationship } = completeRegulatoryInformation(information, payee);
  const { note, warning, warnedAt } = information;
  return {
    endToEndId: attachmentsOf(order).endToEndId ?? null,
    nameCheckId: nameCheck.id,
    purpose: purposeCode ?? null,
    note: note?.trim() || null,
    sourceOfFunds: sourceOfFunds ?? null,
    relationship: relationship ?? null,
    availableAfterMinor: availableAfter?.minor ?? null,
    warningCode: warning ?? null,
    warningText: warning ? scamWarnings[warning] : null,
    warnedAt: warning ? (warnedAt ?? now) : null,
  };
}

const isReadyForRail = ({ state, notBefore }: Payment): boolean => state === 'ready' && notBefore === null;

function auditInitiation(ctx: Ctx, order: PaymentOrder, { earlier }: CheckedOrder, payment: Payment): Promise<void> {
  const entity = `payment:${payment.id}`;
  if (order.source === 'scheduled_day')
    return audit(ctx, 'payment.scheduled_executed', entity, {
      was: order.payment.state,
      fee: String(payment.feeMinor),
    });
  const source = recordedSource(order);
  return audit(ctx, earlier ? 'payment.resubmitted' : 'payment.created', entity, {
    reference: payment.reference,
    rail: payment.rail,
    amount: toPaymentEvent(payment).amount,
    currency: payment.currency,
    payee: payment.payeeId,
    payeeVersion: payment.payeeVersion,
    ...(source && { source }),
    ...(payment.executionDate && { leavesOn: payment.executionDate }),
  });
}
