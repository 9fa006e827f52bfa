import { money } from '@larkmere/money/money';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { type Principal, payerFor } from '../../customers/customer/customer.ts';
import { selectUnchangedVersion } from '../../payees/payee/payee.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { initiatePayment, type ScheduledDayPayment } from '../initiation/initiation.ts';
import { lockPayer } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { type DueScheduledPayment, lockDueScheduledPayment } from '../payment/schedule.sql.ts';

/**
 * Executes a scheduled payment on its day. All checks run again, with the fee capped at the agreed one. Returns false
 * if there was nothing to do. The refusals of `initiatePayment` propagate and roll back.
 */
export async function executeScheduledPayment(ctx: Ctx, { id, customerId }: DueScheduledPayment): Promise<boolean> {
  const { tx, now } = ctx;
  const [, payment] = await pipeline(lockPayer(tx, customerId), lockDueScheduledPayment(tx, { id, now }));
  if (!payment) return false;
  // After the deadline that the payer was given nothing is sent, even if funds arrived since.
  if (payment.deadlineAt && payment.deadlineAt <= now) throw new Refusal('insufficient_funds');
  const { payer, order } = await rebuildOrder(ctx, payment);
  await initiatePayment(ctx, payer, order);
  return true;
}

async function rebuildOrder({ tx }: Ctx, p: Payment): Promise<{ payer: Principal; order: ScheduledDayPayment }> {
  const [payer, account, payeeVersion] = await pipeline(
    payerFor(tx, { userId: p.userId, customerId: p.customerId }),
    findBankAccount(tx, p.accountId),
    selectUnchangedVersion(tx, { id: p.payeeId, version: p.payeeVersion }),
  );
  if (!payer || !account) throw new Refusal('account_restricted');
  if (payeeVersion === undefined) throw new Refusal('payee_changed');
  const order: ScheduledDayPayment = {
    source: 'scheduled_day',
    payment: p,
    kind: p.kind,
    rail: p.rail,
    route: p.route,
    serviceKey: p.service ?? '',
    sourceBankholderId: account.bankholderId,
    payeeUid: p.payeeId,
    payeeVersion,
    amount: money(p.currency, p.amountMinor),
    reference: p.payeeReference,
    ...(p.chargeBearer && { chargeBearer: p.chargeBearer }),
  };
  return { payer, order };
}
