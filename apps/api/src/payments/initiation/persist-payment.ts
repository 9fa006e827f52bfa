import { randomUUID } from 'node:crypto';
import { scamWarnings } from '@larkmere/contract/payments/scam-warning';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { attachDocuments } from '../../checks/document/document.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { holdIdOf } from '../payment/hold-id.ts';
import { enterState, insertPayment, type NewPayment, updatePayment } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentHeld, paymentWaiting } from '../payment/payment-events.ts';
import { payeeRailAddress } from '../payment/payment-party.ts';
import type { CheckedOrder } from './check-order.ts';
import { storeExchange } from './deferred-exchange.ts';
import {
  attachmentsOf,
  exchangeOf,
  type PaymentOrder,
  recordedSource,
  regulatoryInformationOf,
  type ScheduledDayPayment,
} from './payment-order.ts';
import { departureColumns, pendingColumns, pendingDetailsOf } from './pending-details.ts';
import { placeHold, recordDetails } from './place-hold.ts';
import { completeRegulatoryInformation } from './require-regulatory-information.ts';
import { resubmitDraft } from './resubmit-draft.ts';

/** Only writes from here on: a refusal would roll back every payment in the shared transaction. */
export async function persistPayment(
  ctx: Ctx,
  payer: Principal,
  order: PaymentOrder,
  checked: CheckedOrder,
): Promise<Payment> {
  const ids = identify(order, checked);
  const holdId = holdIdOf({
    ...ids,
    state: checked.screening.state,
    quote_id: exchangeOf(order)?.quote.id ?? null,
  });
  const holdsNow = checked.schedule === undefined;
  const [, , payment] = await pipeline(
    storeExchange(ctx, payer, exchangeOf(order)),
    redeemAuthorisation(ctx.tx, payer, order),
    writeRow(ctx, payer, order, checked, ids),
    holdsNow ? recordDetails(ctx, order, checked, { ...ids, holdId }) : Promise.resolve(),
  );
  if (holdsNow) await placeHold(ctx, order, checked, holdId);
  await attachDocuments(ctx, payment.id, checked.documents);
  await emit(ctx, isReadyForRail(payment) ? paymentHeld : paymentWaiting, toPaymentEvent(payment));
  await auditInitiation(ctx, order, checked, payment);
  return payment;
}

type PaymentIds = Readonly<Pick<Payment, 'id' | 'reference' | 'hold_id'>>;

/** A draft that is sent again gets a new hold. */
function identify(order: PaymentOrder, { earlier }: CheckedOrder): PaymentIds {
  if (!earlier) return { id: v7(), reference: generateReference(), hold_id: null };
  const { id, reference, hold_id } = earlier;
  return { id, reference, hold_id: order.source === 'scheduled_day' ? hold_id : v7() };
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
  { id, reference, hold_id }: PaymentIds,
): Promise<Payment> {
  if (order.source === 'scheduled_day') return executeRow(ctx, order, checked);
  const row = toPaymentRow(ctx.now, payer, order, checked, { id, reference });
  return checked.earlier ? resubmitDraft(ctx.tx, { ...row, hold_id }) : insertPayment(ctx.tx, row);
}

async function executeRow(
  { tx, now }: Ctx,
  { payment: { id }, payeeVersion }: ScheduledDayPayment,
  { price, screening, expectedCharges, availableAfter }: CheckedOrder,
): Promise<Payment> {
  await updatePayment(tx, id, {
    payee_version: payeeVersion,
    fee_minor: price.fee.minor,
    charges_expected_minor: expectedCharges?.minor ?? null,
    execute_at: now,
    available_after_minor: availableAfter?.minor ?? null,
    ...departureColumns(now, { price, screening }),
  });
  await enterState(tx, id, { state: 'screening', next_attempt_at: null, next_update_at: null, deadline_at: null });
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
    customer_id: payer.customerId,
    user_id: payer.userId,
    account_id: account.id,
    rail: order.rail,
    route: order.route,
    source: source?.kind ?? 'customer',
    source_id: source?.id ?? null,
    payee_id: payee.id,
    payee_version: payee.version,
    payee_name: payee.name,
    payee_account: payeeAccount,
    payee_address: payeeRailAddress(payee),
    payee_summary: payee.summary,
    payer_name: account.holder,
    payer_account: payerAccount,
    payer_address: payerAddress,
    currency: order.amount.currency,
    amount_minor: order.amount.minor,
    quote_id: quote?.id ?? null,
    sold_currency: quote?.price.sell.currency ?? null,
    sold_minor: quote?.price.sell.minor ?? null,
    charges_expected_minor: expectedCharges?.minor ?? null,
    fee_minor: price.fee.minor,
    payee_reference: order.reference,
    charge_bearer: order.chargeBearer ?? null,
    ...regulatoryColumns(now, order, checked),
    execution_date: schedule?.executesOn ?? null,
    service: order.serviceKey,
    // A resubmitted draft counts towards the limit of the day on which it is sent.
    execute_at: schedule?.executesAt ?? (earlier && approvalRequirements.length === 0 ? now : null),
    next_attempt_at: approvalRequirements.length > 0 ? null : (schedule?.executesAt ?? null),
    scheme: ('scheme' in order && order.scheme) || null,
    ...departureColumns(now, { price, screening }),
    ...(schedule && { not_before: null }),
    uetr: randomUUID(),
    state: screening.state,
    ...waits,
    next_update_at: waits.next_update_at ?? schedule?.executesAt ?? null,
  };
}

function regulatoryColumns(now: Date, order: PaymentOrder, { payee, nameCheck, availableAfter }: CheckedOrder) {
  const said = regulatoryInformationOf(order);
  const { purposeCode, sourceOfFunds, relationship } = completeRegulatoryInformation(said, payee);
  const { note, warning, warnedAt } = said;
  return {
    end_to_end_id: attachmentsOf(order).endToEndId ?? null,
    name_check_id: nameCheck.id,
    purpose: purposeCode ?? null,
    note: note?.trim() || null,
    source_of_funds: sourceOfFunds ?? null,
    relationship: relationship ?? null,
    available_after_minor: availableAfter?.minor ?? null,
    warning_code: warning ?? null,
    warning_text: warning ? scamWarnings[warning] : null,
    warned_at: warning ? (warnedAt ?? now) : null,
  };
}

const isReadyForRail = ({ state, not_before }: Payment): boolean => state === 'ready' && not_before === null;

function auditInitiation(ctx: Ctx, order: PaymentOrder, { earlier }: CheckedOrder, payment: Payment): Promise<void> {
  const entity = `payment:${payment.id}`;
  if (order.source === 'scheduled_day')
    return audit(ctx, 'payment.scheduled_executed', entity, {
      was: order.payment.state,
      fee: String(payment.fee_minor),
    });
  const source = recordedSource(order);
  return audit(ctx, earlier ? 'payment.resubmitted' : 'payment.created', entity, {
    reference: payment.reference,
    rail: payment.rail,
    amount: toPaymentEvent(payment).amount,
    currency: payment.currency,
    payee: payment.payee_id,
    payeeVersion: payment.payee_version,
    ...(source && { source }),
    ...(payment.execution_date && { leavesOn: payment.execution_date }),
  });
}
