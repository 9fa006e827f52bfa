import { amountText } from '@larkmere/money/amount-text';
import type { CompensationNews } from '../compensation/compensation.ts';
import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { notify } from './notification.ts';

/** Tells the people who see the account, and whoever made the payment, what we paid for its delay. */
export const notifyCompensation: InsideListener<CompensationNews> = async (ctx, { eventId, payload }) => {
  const { paymentId, customerId, personId, payeeName, amount, currency } = payload;
  const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['payment', 'statement']))]);
  await notify(ctx, [...people], {
    eventId,
    type: 'payment.compensated',
    severity: 'success',
    title: 'We paid you for a delay',
    message: `We paid ${amountText(amount, currency)} into your account, for the delay of your payment to ${payeeName}.`,
    link: `/pending-payment-domestic/detail/${paymentId}`,
  });
};
