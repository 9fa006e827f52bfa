import { formatDisplayAmount } from '@larkmere/money/display-amount';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { PaymentEvent, RecallEvent } from '../../payments/payment/payment.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type Step = 'held' | 'waiting' | 'submitted' | 'sent' | 'completed' | 'returned' | 'rejected' | 'cancelled';
type NotificationText = Pick<NewNotification, 'severity' | 'title' | 'message'>;

/** Outdated once a later notification about the payment arrives. */
const progressTypes = (['held', 'waiting', 'submitted', 'sent'] satisfies Step[]).map((step) => `payment.${step}`);

function toText(step: Step, { amount, currency, payeeName, reason, state }: PaymentEvent): NotificationText {
  const money = formatDisplayAmount(amount, currency);
  const what = `${money} to ${payeeName}`;
  const why = reason ? ` ${reason}` : '';
  switch (step) {
    case 'held':
      return { severity: 'info', title: 'Payment made', message: `${what} is about to be sent.${why}` };
    case 'waiting':
      return { ...toPendingText(state), message: `${what} ${textByState[state] ?? 'is not sent yet'}.${why}` };
    case 'cancelled': {
      const title = state === 'expired' ? 'Payment expired' : 'Payment cancelled';
      return { severity: 'info', title, message: `${what} was not sent.${why}` };
    }
    case 'submitted':
      return { severity: 'info', title: 'Payment handed over', message: `${what} was handed to the bank.${why}` };
    case 'sent':
      return { severity: 'info', title: 'Payment sent', message: `${what} is on its way.${why}` };
    case 'completed':
      return { severity: 'success', title: 'Payment arrived', message: `${what} has arrived.` };
    case 'returned':
      return {
        severity: 'warning',
        title: 'Payment returned',
        message: `${what} came back. It is in your account again.${why}`,
      };
    case 'rejected':
      return {
        severity: 'error',
        title: 'Payment not sent',
        message: `Nothing was sent. ${what} was refused.${why} The money is available to you.`,
      };
  }
}

const textByState: Partial<Record<PaymentEvent['state'], string>> = {
  submitted: 'is with the bank',
  sent: 'has not arrived yet',
};

function toPendingText(state: PaymentEvent['state']): Omit<NotificationText, 'message'> {
  if (state === 'scheduled') return { severity: 'info', title: 'Payment planned' };
  if (state === 'awaiting_funds') return { severity: 'warning', title: 'Money missing for a payment' };
  return { severity: 'info', title: 'Payment waiting' };
}

export const notifyPayment =
  (step: Step): TransactionalHandler<PaymentEvent> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, userId, paymentId } = payload;
    // Approvers get their own notification.
    const others =
      payload.owner === 'team' ? [] : await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']);
    const people = new Set([userId, ...others]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    await notify(ctx, [...people], {
      eventId,
      type: `payment.${step}`,
      link,
      ...toText(step, payload),
      pendingStatus: payload,
      supersedes: progressTypes,
    });
  };

export const notifyRecall: TransactionalHandler<RecallEvent> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, paymentId, amount, currency, payeeName, outcome } = payload;
  const what = `${formatDisplayAmount(amount, currency)} to ${payeeName}`;
  const isBack = outcome === 'accepted';
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']))]);
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
