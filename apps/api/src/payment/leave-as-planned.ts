import type { RailName } from '@larkmere/contract/rail-name';
import { type Currency, money } from '@larkmere/money/money';
import { findBankAccount } from '../bank-account/bank-account.ts';
import { actingFor } from '../customer/customer.ts';
import { audit } from '../kernel/audit.ts';
import { together } from '../kernel/driver.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { versionStillPaying } from '../payee/payee.ts';
import { type CheckedOrder, checkOrder } from './check-order.ts';
import { changePayment, enterState, lockPayer } from './payment.sql.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentHeld, paymentWaiting } from './payment-news.ts';
import { type Due, takePlanned } from './plan.sql.ts';
import { holdMoney, ownHold, tellOf } from './set-aside.ts';
import { waitsOf } from './write-payment.ts';

/**
 * Executes a scheduled payment on its day. All checks run again, with the fee capped at the agreed one. Returns false
 * if there was nothing to do. The refusals of `createPayment` propagate and roll back.
 */
export async function leaveAsPlanned(ctx: Ctx, { id, customerId }: Due): Promise<boolean> {
  const { tx, now } = ctx;
  const [, payment] = await together(lockPayer(tx, customerId), takePlanned(tx, { id, now }));
  if (!payment) return false;
  // After the deadline that the payer was given nothing is sent, even if funds arrived since.
  if (payment.deadline_at && payment.deadline_at <= now) throw new Refusal('insufficient_funds');
  const { payer, order } = await orderOf(ctx, payment);
  const checked = await checkOrder(ctx, payer, order);
  const gone = await goOn(ctx, payment, order, checked);
  await emit(ctx, gone.state === 'ready' && gone.not_before === null ? paymentHeld : paymentWaiting, newsOf(gone));
  await audit(ctx, 'payment.left_as_planned', `payment:${id}`, { was: payment.state, fee: String(gone.fee_minor) });
  return true;
}

async function orderOf({ tx }: Ctx, p: Payment): Promise<{ payer: Payer; order: PaymentOrder }> {
  const [payer, account, payeeVersion] = await together(
    actingFor(tx, p.person_id),
    findBankAccount(tx, p.account_id),
    versionStillPaying(tx, { id: p.payee_id, version: p.payee_version }),
  );
  if (!payer || !account) throw new Refusal('account_restricted');
  if (payeeVersion === undefined) throw new Refusal('payee_changed');
  const currency = p.currency as Currency;
  const order: PaymentOrder = {
    kind: p.kind as PaymentOrder['kind'],
    rail: p.rail as RailName,
    route: p.route as 'direct' | 'ifx',
    service: p.service ?? '',
    sourceBankholderId: account.bankholderId,
    payeeUid: p.payee_id,
    payeeVersion,
    amount: money(currency, p.amount_minor),
    reference: p.payee_reference,
    ...(p.charge_bearer && { chargeBearer: p.charge_bearer as 'OUR' | 'SHA' | 'BEN' }),
    due: { id: p.id, feeAtMost: money(currency, p.fee_minor) },
  };
  return { payer, order };
}

async function goOn(ctx: Ctx, payment: Payment, order: PaymentOrder, checked: CheckedOrder): Promise<Payment> {
  const { tx, now } = ctx;
  const { id, reference } = payment;
  const holdId = ownHold(payment);
  const { price, screening, expected } = checked;
  await changePayment(tx, id, {
    payee_version: order.payeeVersion,
    fee_minor: price.fee.minor,
    charges_expected_minor: expected?.minor ?? null,
    leaves_at: now,
    available_after_minor: checked.availableAfter?.minor ?? null,
    not_before: price.opensAt > now ? price.opensAt : null,
    arrival_earliest: price.arrival.earliest,
    arrival_latest: price.arrival.latest,
    arrival_days_off: price.arrival.daysOff,
    documents_required: screening.state === 'in_review' ? [...screening.documents] : [],
  });
  await enterState(tx, id, { state: 'screening', try_at: null, next_update_at: null, deadline_at: null });
  const waits = waitsOf(now, checked);
  const [gone] = await together(
    enterState(tx, id, {
      state: screening.state,
      reason_code: waits?.reasonCode ?? null,
      reason: waits?.reason ?? null,
      next_step: waits?.nextStep ?? null,
      next_update_at: waits?.nextUpdateAt ?? null,
      deadline_at: waits?.deadlineAt ?? null,
    }),
    tellOf(ctx, order, checked, { id, reference, holdId }),
  );
  await holdMoney(ctx, order, checked, holdId);
  return gone;
}
