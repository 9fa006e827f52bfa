import { amountText } from '@larkmere/money/amount-text';
import type { CompensationNews } from '../compensation/compensation.ts';
import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { type Notice, notify } from './notification.ts';

type Words = Pick<Notice, 'type' | 'severity' | 'title' | 'message'>;

const paid = (amount: string, payeeName: string): Words => ({
  type: 'payment.compensated',
  severity: 'success',
  title: 'We paid you for a delay',
  message: `We paid ${amount} into your account, for the delay of your payment to ${payeeName}.`,
});

const takenBack = (amount: string, payeeName: string): Words => ({
  type: 'payment.compensation-taken-back',
  severity: 'warning',
  title: 'We took back what we had paid you',
  message: `We had paid you ${amount} for the delay of your payment to ${payeeName} by mistake, and took it back from your account.`,
});

const told =
  (words: (amount: string, payeeName: string) => Words): InsideListener<CompensationNews> =>
  async (ctx, { eventId, payload }) => {
    const { paymentId, customerId, personId, payeeName, amount, currency } = payload;
    const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['payment', 'statement']))]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    await notify(ctx, [...people], { eventId, ...words(amountText(amount, currency), payeeName), link });
  };

export const notifyCompensation = told(paid);
export const notifyTakenBack = told(takenBack);
