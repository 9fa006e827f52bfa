import type { AutoFxTerms, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { amountHintFor, amountHints } from '@larkmere/contract/platform/amount-hint';
import { type Currency, compare, isPositive, type Money, readAmount, subtract } from '@larkmere/money/money';
import { requirePayablePayee } from '../../payees/payee/payee.ts';
import { createPayment, findPayer, priceOfPayment, routeOfPayment } from '../../payments/payment/payment.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { type PayerCtx, type paymentDue, paymentFailed } from './auto-fx.ts';

const invalidField = (field: 'payeeUid' | 'most', message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.afterFill.${field}`, code: 'invalid', message }] });

export function readPaymentCeiling(buy: Currency, { maxAmount }: PaymentOnFill): Money {
  const read = readAmount(buy, maxAmount);
  if (!read || !isPositive(read)) throw invalidField('most', amountHints[amountHintFor(buy)]);
  return read;
}

export async function requireValidPaymentOnFill(ctx: PayerCtx, { afterFill, buy }: AutoFxTerms): Promise<void> {
  if (!afterFill) return;
  readPaymentCeiling(buy, afterFill);
  const payee = await requirePayablePayee(ctx, afterFill.payeeUid, afterFill.payeeVersion);
  if (payee.type !== buy.toLowerCase())
    throw invalidField('payeeUid', `This payee has no account that takes ${buy} this way`);
}

type PaymentDue = NonNullable<(typeof paymentDue)['payload']>;

/**
 * Pays once per conversion, however often the event is delivered; the payment fee is inside the customer's ceiling. If
 * the payment is refused, the money stays on the account and the customer is notified.
 */
export const payOnFill: TransactionalHandler<PaymentDue> = async (ctx, { payload: due }) => {
  const { afterFill, bankholderId, conversionId, customerId, userId, orderId, summary } = due;
  try {
    const payer = await findPayer(ctx.tx, userId);
    if (!payer) throw new Refusal('account_restricted');
    const [bought, most] = [readMoney(due.buy, due.bought), readMoney(due.buy, afterFill.maxAmount)];
    const upTo = compare(bought, most) > 0 ? most : bought;
    const way = await routeOfPayment(ctx.tx, { amount: upTo, tier: payer.userType, route: 'direct' });
    const { fee } = await priceOfPayment(ctx, payer, way, upTo);
    const rest = subtract(bought, fee);
    const amount = compare(rest, most) > 0 ? most : rest;
    if (!isPositive(amount)) throw new Refusal('amount_invalid');
    await createPayment(ctx, payer, {
      kind: 'domestic',
      ...way,
      sourceBankholderId: bankholderId,
      payeeUid: afterFill.payeeUid,
      payeeVersion: afterFill.payeeVersion,
      amount,
      reference: afterFill.reference,
      source: { kind: 'auto_fx', id: conversionId },
      isPreApproved: due.teamApproved,
      isDuplicateConfirmed: true, // Fills of a repeated order are alike on purpose.
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = `${due.bought} ${due.buy} stays on your account: ${error.message}`;
    await emit(ctx, paymentFailed, { orderId, customerId, userId, summary, message });
  }
};

function readMoney(currency: Currency, text: string): Money {
  const read = readAmount(currency, text);
  if (!read) throw new Error(`${text} is not an amount of ${currency}`);
  return read;
}
