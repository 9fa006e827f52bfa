import { formatDisplayAmount } from '@larkmere/money/display-amount';
import type { CompensationEvent } from '../../back-office/compensation/compensation.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type NotificationText = Pick<NewNotification, 'type' | 'severity' | 'title' | 'message'>;

const paidText = (amount: string, payeeName: string): NotificationText => ({
  type: 'payment.compensated',
  severity: 'success',
  title: 'We paid you for a delay',
  message: `We paid ${amount} into your account, for the delay of your payment to ${payeeName}.`,
});

const reversedText = (amount: string, payeeName: string): NotificationText => ({
  type: 'payment.compensation_reversed',
  severity: 'warning',
  title: 'We took back what we had paid you',
  message: `We had paid you ${amount} for the delay of your payment to ${payeeName} by mistake, and took it back from your account.`,
});

const notifyPeople =
  (words: (amount: string, payeeName: string) => NotificationText): TransactionalHandler<CompensationEvent> =>
  async (ctx, { eventId, payload }) => {
    const { paymentId, customerId, userId, payeeName, amount, currency } = payload;
    const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']))]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    await notify(ctx, [...people], { eventId, ...words(formatDisplayAmount(amount, currency), payeeName), link });
  };

export const notifyCompensation = notifyPeople(paidText);
export const notifyCompensationReversed = notifyPeople(reversedText);
