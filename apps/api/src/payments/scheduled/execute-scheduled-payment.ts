import type { RailName } from '@larkmere/contract/platform/rail-name';
import { type Currency, money } from '@larkmere/money/money';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import { selectUnchangedVersion } from '../../payees/payee/payee.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import {
  type CheckedOrder,
  checkOrder,
  type PaymentOrder,
  pendingDetailsOf,
  placeHold,
  recordDetails,
} from '../initiation/initiation.ts';
import { ownHoldId } from '../payment/hold-id.ts';
import { enterState, lockPayer, updatePayment } from '../payment/payment.sql.ts';
import type { Payer, Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentHeld, paymentWaiting } from '../payment/payment-events.ts';
import { type DueScheduledPayment, lockDueScheduledPayment } from '../payment/schedule.sql.ts';

/**
 * Executes a scheduled payment on its day. All checks run again, with the fee capped at the agreed one. Returns false
 * if there was nothing to do. The refusals of `createPayment` propagate and roll back.
 */
export async function executeScheduledPayment(ctx: Ctx, { id, customerId }: DueScheduledPayment): Promise<boolean> {
  const { tx, now } = ctx;
  const [, payment] = await pipeline(lockPayer(tx, customerId), lockDueScheduledPayment(tx, { id, now }));
  if (!payment) return false;
  // After the deadline that the payer was given nothing is sent, even if funds arrived since.
  if (payment.deadline_at && payment.deadline_at <= now) throw new Refusal('insufficient_funds');
  const { payer, order } = await rebuildOrder(ctx, payment);
  const checked = await checkOrder(ctx, payer, order);
  const gone = await screenAndHold(ctx, payment, order, checked);
  await emit(
    ctx,
    gone.state === 'ready' && gone.not_before === null ? paymentHeld : paymentWaiting,
    toPaymentEvent(gone),
  );
  await audit(ctx, 'payment.scheduled_executed', `payment:${id}`, { was: payment.state, fee: String(gone.fee_minor) });
  return true;
}

async function rebuildOrder({ tx }: Ctx, p: Payment): Promise<{ payer: Payer; order: PaymentOrder }> {
  const [payer, account, payeeVersion] = await pipeline(
    principalFor(tx, p.user_id),
    findBankAccount(tx, p.account_id),
    selectUnchangedVersion(tx, { id: p.payee_id, version: p.payee_version }),
  );
  if (!payer || !account) throw new Refusal('account_restricted');
  if (payeeVersion === undefined) throw new Refusal('payee_changed');
  const currency = p.currency as Currency;
  const order: PaymentOrder = {
    kind: p.kind as PaymentOrder['kind'],
    rail: p.rail as RailName,
    route: p.route as 'direct' | 'ifx',
    serviceKey: p.service ?? '',
    sourceBankholderId: account.bankholderId,
    payeeUid: p.payee_id,
    payeeVersion,
    amount: money(currency, p.amount_minor),
    reference: p.payee_reference,
    ...(p.charge_bearer && { chargeBearer: p.charge_bearer as 'OUR' | 'SHA' | 'BEN' }),
    scheduledPayment: { id: p.id, maxFee: money(currency, p.fee_minor) },
  };
  return { payer, order };
}

async function screenAndHold(ctx: Ctx, payment: Payment, order: PaymentOrder, checked: CheckedOrder): Promise<Payment> {
  const { tx, now } = ctx;
  const { id, reference } = payment;
  const holdId = ownHoldId(payment);
  const { price, screening, expectedCharges } = checked;
  await updatePayment(tx, id, {
    payee_version: order.payeeVersion,
    fee_minor: price.fee.minor,
    charges_expected_minor: expectedCharges?.minor ?? null,
    execute_at: now,
    available_after_minor: checked.availableAfter?.minor ?? null,
    not_before: price.opensAt > now ? price.opensAt : null,
    arrival_earliest: price.arrival.earliest,
    arrival_latest: price.arrival.latest,
    arrival_days_off: price.arrival.daysOff,
    documents_required: screening.state === 'in_review' ? [...screening.documents] : [],
  });
  await enterState(tx, id, { state: 'screening', next_attempt_at: null, next_update_at: null, deadline_at: null });
  const waits = pendingDetailsOf(now, checked);
  const [gone] = await pipeline(
    enterState(tx, id, {
      state: screening.state,
      reason_code: waits?.reasonCode ?? null,
      reason: waits?.reason ?? null,
      next_step: waits?.nextStep ?? null,
      next_update_at: waits?.nextUpdateAt ?? null,
      deadline_at: waits?.deadlineAt ?? null,
    }),
    recordDetails(ctx, order, checked, { id, reference, holdId }),
  );
  await placeHold(ctx, order, checked, holdId);
  return gone;
}
