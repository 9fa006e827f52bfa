import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { Payer } from '../payment/payment.ts';
import type { PaymentOrder } from './payment-order.ts';

const noApproverRefusal = (): Refusal =>
  new Refusal('approval_required', {
    message:
      'A colleague has to approve payments like this. Nothing was sent. Make it as a single payment, which your colleagues can approve.',
  });

/** Without a PIN confirmation nobody can request an approval. */
export const isUnattended = ({ source, redeemAuthorisation }: PaymentOrder): boolean =>
  source !== undefined && !redeemAuthorisation;

/**
 * Scheduled payments were approved when created, parts of a batch with the batch. Refuses `approval_required` for
 * unattended payments.
 */
export async function approvalRequirementsForOrder(
  ctx: Ctx,
  payer: Payer,
  order: PaymentOrder,
): Promise<readonly ApprovalRequirement[]> {
  if (order.scheduledPayment || order.isPreApproved) return [];
  const { amount, exchange } = order;
  const demands = await approvalRequirementsForPayments(ctx, payer, [exchange?.price.sell ?? amount]);
  if (demands.length === 0) return demands;
  if (isUnattended(order)) throw noApproverRefusal();
  if (exchange && !exchange.indicative) throw new ConcurrencyConflict('a rule came into force meanwhile');
  return demands;
}
