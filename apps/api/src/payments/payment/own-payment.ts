import { canUseAccountId } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import { findPayment, lockPayment, type Payment } from './payment.sql.ts';

/** Reports a payment of another customer, or from an account that this member may not use, as `not_found`. */
export const requireOwnPayment = async (ctx: MemberCtx, id: string): Promise<Payment> =>
  requireOwn(ctx, await findPayment(ctx.tx, id));

export const lockOwnPayment = async (ctx: MemberCtx, id: string): Promise<Payment> =>
  requireOwn(ctx, await lockPayment(ctx.tx, id));

async function requireOwn(ctx: MemberCtx, payment: Payment | undefined): Promise<Payment> {
  if (payment?.customerId !== ctx.actor.customerId || !(await canUseAccountId(ctx, payment.accountId)))
    throw new Refusal('not_found');
  return payment;
}
