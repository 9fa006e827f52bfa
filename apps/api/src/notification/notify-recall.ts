import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { RecallNews } from '../payment/payment.ts';
import { amountText } from './amount-text.ts';
import { notify } from './notification.ts';

/** Tells what the payee's bank answered to the wish to have a payment back. */
export const notifyRecall: InsideListener<RecallNews> = async (ctx, { eventId, payload }) => {
  const { customerId, personId, paymentId, amount, currency, payeeName, outcome } = payload;
  const what = `${amountText(amount, currency)} to ${payeeName}`;
  const isBack = outcome === 'accepted';
  const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['payment', 'statement']))]);
  await notify(ctx, [...people], {
    eventId,
    type: 'payment.recall',
    severity: isBack ? 'info' : 'warning',
    title: isBack ? 'Payment comes back' : 'Payment not given back',
    message: isBack
      ? `The payee’s bank gives back ${what}. We credit your account when the money is here.`
      : `The payee’s bank does not give back ${what}. Ask the payee to send it back.`,
    link: `/pending-payment-domestic/detail/${paymentId}`,
  });
};
