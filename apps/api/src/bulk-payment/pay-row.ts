import type { BulkRail } from '@larkmere/contract/bulk-payment';
import { type Currency, compare, type Money, money, readAmount } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { payeeFor } from '../payee/payee.ts';
import { makePayment, type PaymentOrder, payerOf } from '../payment/payment.ts';
import type { BulkRow } from './bulk-payment.sql.ts';
import { type ReadRow, wayBy } from './bulk-payment.ts';

/**
 * Makes the payment of one released row, and its payee where there is none yet. Answers the payment's id; another call
 * for the same row answers the same. Throws the refusals of `makePayment`.
 */
export async function payRow(ctx: Ctx, row: BulkRow): Promise<string> {
  const payer = await payerOf(ctx.tx, row.released_by ?? '');
  const read = row.read as Pick<ReadRow, 'payee' | 'reference' | 'scheme'> | null;
  if (!payer || !read || !row.rail) throw new Refusal('account_not_usable');
  const known = row.payee_id !== null && { id: row.payee_id, version: row.payee_version ?? 0 };
  const payee = known || (await payeeFor(ctx, payer, read.payee));
  const currency = row.currency as Currency;
  const order: PaymentOrder = {
    ...wayBy(row.rail as BulkRail, currency),
    ...(read.scheme && { scheme: read.scheme }),
    sourceBankholderId: row.source_bankholder_id ?? '',
    payeeUid: payee.id,
    payeeVersion: payee.version,
    amount: money(currency, BigInt(row.amount_minor ?? 0)),
    fee: money(currency, BigInt(row.fee_minor ?? 0)),
    reference: read.reference,
    source: { kind: 'bulk', id: row.id },
  };
  try {
    return (await makePayment(ctx, payer, order)).uid;
  } catch (error) {
    const cheaper = lowerFee(error, order.fee);
    if (!cheaper) throw error;
    return (await makePayment(ctx, payer, { ...order, fee: cheaper })).uid;
  }
}

/** Less than what was approved, for a free transfer, is taken; more is not. */
function lowerFee(error: unknown, agreed: Money | undefined): Money | undefined {
  if (!(error instanceof Refusal) || error.code !== 'price_changed' || !agreed) return undefined;
  const { price } = (error.data ?? {}) as { price?: { fee?: { amount?: string } } };
  const fee = readAmount(agreed.currency, price?.fee?.amount ?? '');
  return fee && compare(fee, agreed) < 0 ? fee : undefined;
}
