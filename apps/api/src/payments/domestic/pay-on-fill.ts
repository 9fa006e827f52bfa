import { type Currency, compare, isPositive, type Money, readAmount, subtract } from '@larkmere/money/money';
import { payerFor } from '../../customers/customer/customer.ts';
import { type paymentDue, paymentFailed } from '../../fx/auto-fx/auto-fx.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { initiatePayment } from '../initiation/initiation.ts';
import { calculatePrice, domesticRoute } from '../pricing/pricing.ts';

type PaymentDue = NonNullable<(typeof paymentDue)['payload']>;

/**
 * Pays once per conversion, however often the event is delivered; the payment fee is inside the customer's ceiling. If
 * the payment is refused, the money stays on the account and the customer is notified.
 */
export const payOnFill: TransactionalHandler<PaymentDue> = async (ctx, { payload: due }) => {
  const { afterFill, bankholderId, conversionId, customerId, userId, orderId, summary } = due;
  try {
    const payer = await payerFor(ctx.tx, { userId, customerId });
    if (!payer) throw new Refusal('account_restricted');
    const [bought, most] = [readMoney(due.buy, due.bought), readMoney(due.buy, afterFill.maxAmount)];
    const upTo = compare(bought, most) > 0 ? most : bought;
    const way = await domesticRoute(ctx.tx, { amount: upTo, tier: payer.userType, route: 'direct' });
    const { fee } = await calculatePrice(ctx, payer, way, upTo);
    const rest = subtract(bought, fee);
    const amount = compare(rest, most) > 0 ? most : rest;
    if (!isPositive(amount)) throw new Refusal('amount_invalid');
    await initiatePayment(ctx, payer, {
      source: 'order_fill',
      conversionId,
      kind: 'domestic',
      route: 'direct',
      ...way,
      sourceBankholderId: bankholderId,
      payeeUid: afterFill.payeeUid,
      payeeVersion: afterFill.payeeVersion,
      amount,
      reference: afterFill.reference,
      isPreApproved: due.teamApproved,
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
