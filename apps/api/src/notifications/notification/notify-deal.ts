import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { DealEvent } from '../../fx/manual-fx/manual-fx.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type NotificationText = Pick<NewNotification, 'severity' | 'title' | 'message'>;

function toText({ state, summary, detail }: DealEvent): NotificationText | undefined {
  switch (state) {
    case 'quoted':
      return {
        severity: 'info',
        title: 'Your dealer named a rate',
        message: `${summary}: ${detail}. It holds for a short while.`,
      };
    case 'expired':
      return {
        severity: 'warning',
        title: 'The rate ran out',
        message: `${summary}: nothing was exchanged. Ask for another rate.`,
      };
    case 'booked':
      return { severity: 'info', title: 'Deal booked', message: `${summary} is booked and settles on its value date.` };
    case 'unable':
      return {
        severity: 'error',
        title: 'The deal could not be done',
        message: `${summary}: nothing was exchanged. ${detail ?? ''}`,
      };
    case 'settled': // notified as a conversion
    case 'pending_approval': // approvers get their own notification
    case 'requested':
    case 'assigned':
    case 'accepted':
    case 'declined':
    case 'withdrawn':
      return undefined;
  }
}

export const notifyDeal: TransactionalHandler<DealEvent> = async (ctx, { eventId, payload }) => {
  const words = toText(payload);
  if (!words) return;
  const { customerId, userId, state, waiting } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['manualfx']))]);
  const waits = waiting ? { pendingStatus: waiting } : {};
  await notify(ctx, [...people], { eventId, type: `manual-fx.${state}`, link: '/request-fx', ...waits, ...words });
};
