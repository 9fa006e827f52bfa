import { message } from '@larkmere/messages/message';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { debitedAmount, exchangeOf, isPreApproved, type PaymentOrder } from './payment-order.ts';

const noApproverRefusal = (): Refusal =>
  new Refusal('approval_required', { reason: message('payment_approval_unattended') });

/** Refuses `approval_required` for unattended payments: nobody can request an approval. */
export async function approvalRequirementsForOrder(
  ctx: Ctx,
  payer: Principal,
  order: PaymentOrder,
): Promise<readonly ApprovalRequirement[]> {
  if (isPreApproved(order)) return [];
  const demands = await approvalRequirementsForPayments(ctx, payer, [debitedAmount(order)]);
  if (demands.length === 0) return demands;
  if (!('authorisation' in order)) throw noApproverRefusal();
  const exchange = exchangeOf(order);
  if (exchange && exchange.kind !== 'worst_case') throw new ConcurrencyConflict('a rule came into force meanwhile');
  return demands;
}
