import type { contract } from '@larkmere/contract/contract';
import type { PaymentView } from '@larkmere/contract/payment';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { bankholderIdsOf } from './payment.read.ts';
import { findPayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { viewPayment } from './payment.view.ts';
import type { RailHop } from './rails/rail.ts';
import { hopsOf } from './swift-hops.ts';

export const swiftKinds = ['swift', 'global_same', 'global_cross'] as const;

export const showPayment: Verb<typeof contract.payment.domesticDetail> = async (ctx, { id }) =>
  viewOwn(ctx, await requireOwnPayment(ctx, id));

export async function requireOwnPayment({ tx, actor }: CustomerCtx, id: string): Promise<Payment> {
  const payment = await findPayment(tx, id);
  if (!payment || payment.customer_id !== actor.customerId) throw new Refusal('not_found');
  return payment;
}

export async function requireOwnSwift(ctx: CustomerCtx, id: string): Promise<Payment> {
  const payment = await requireOwnPayment(ctx, id);
  if (!swiftKinds.some((kind) => kind === payment.kind)) throw new Refusal('not_found');
  return payment;
}

export async function viewOwn(ctx: CustomerCtx, payment: Payment): Promise<PaymentView> {
  const holders = await bankholderIdsOf(ctx.tx, [payment]);
  return viewPayment(ctx, payment, holders.get(payment.account_id) ?? '');
}

export async function trackOwn(ctx: CustomerCtx, id: string): Promise<Readonly<{ uetr: string; hops: RailHop[] }>> {
  const payment = await requireOwnSwift(ctx, id);
  return { uetr: payment.uetr, hops: await hopsOf(ctx.tx, payment) };
}
