import { formatDisplayAmount } from '@larkmere/money/display-amount';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { InstantPaymentEvent } from '../../payments/open-banking/open-banking.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type NotificationText = Pick<NewNotification, 'severity' | 'title' | 'message'>;

function toText({ state, amount, currency, bankName, reason }: InstantPaymentEvent): NotificationText | undefined {
  const what = `${formatDisplayAmount(amount, currency)} from ${bankName}`;
  const why = reason ? ` ${reason}` : '';
  switch (state) {
    case 'credited':
      return { severity: 'success', title: 'Instant bank payment arrived', message: `${what} is in your account.` };
    case 'rejected':
      return { severity: 'error', title: 'Instant bank payment refused', message: `${what} will not come.${why}` };
    case 'expired': {
      const message = reason ? `${what} will not come.${why}` : `${what} was not finished in time. Nothing was paid.`;
      return { severity: 'info', title: 'Instant bank payment expired', message };
    }
    case 'unknown':
      return { severity: 'warning', title: 'Instant bank payment unclear', message: `${what} is not here yet.${why}` };
    case 'created': // The customer made these changes or sees them on the page.
    case 'awaiting_authorisation':
    case 'authorised':
    case 'submitted':
    case 'accepted':
    case 'cancelled':
      return undefined;
  }
}

export const notifyInstantPayment: TransactionalHandler<InstantPaymentEvent> = async (ctx, { eventId, payload }) => {
  const words = toText(payload);
  if (!words) return;
  const { customerId, userId, state, paymentId, waiting } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['instant']))]);
  const link = `/instant-bank-payment/payment/${paymentId}`;
  await notify(ctx, [...people], {
    eventId,
    type: `instant-payment.${state}`,
    link,
    ...(waiting && { pendingStatus: waiting }),
    ...words,
  });
};
