import type { contract } from '@larkmere/contract/contract';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireOwnPayment } from './own-payment.ts';
import { findBankholderIds } from './payment.read.ts';
import type { Payment } from './payment.sql.ts';
import { viewPayment } from './payment.view.ts';
export const swiftKinds = ['swift', 'global_same', 'global_cross'] as const;

export const showPayment: Verb<typeof contract.payment.domesticDetail> = async (ctx, { id }) =>
  viewOwnPayment(ctx, await requireOwnPayment(ctx, id));

export async function requireOwnSwiftPayment(ctx: CustomerCtx, id: string): Promise<Payment> {
  const payment = await requireOwnPayment(ctx, id);
  if (!swiftKinds.some((kind) => kind === payment.kind)) throw new Refusal('not_found');
  return payment;
}

export async function viewOwnPayment(ctx: CustomerCtx, payment: Payment): Promise<PaymentView> {
  const holders = await findBankholderIds(ctx.tx, [payment]);
  return viewPayment(ctx, payment, holders.get(payment.accountId) ?? '');
}

export const viewOwnSwiftPayment = async (ctx: CustomerCtx, id: string): Promise<PaymentView> =>
  viewOwnPayment(ctx, await requireOwnSwiftPayment(ctx, id));
