import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import {
  type OrderEvent,
  orderExpired,
  orderFailed,
  orderHeld,
  orderReminderDue,
  paymentFailed,
} from '../../fx/auto-fx/auto-fx.ts';
import { type Subscription, type TransactionalHandler, transactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type AutoFxEvent = OrderEvent &
  Partial<Readonly<{ message: string; isFinal: boolean; nextAttemptAt: string | null; heldUntil: string | null }>>;
type Step = 'failed' | 'not-paid' | 'expired' | 'held' | 'still-waiting';
type NotificationText = Pick<NewNotification, 'severity' | 'title' | 'message'>;

const formatUtc = (moment: string): string => `${moment.slice(0, 10)} at ${moment.slice(11, 16)} UTC`;

function toText(
  step: Step,
  { summary, message = '', isFinal, nextAttemptAt, heldUntil }: AutoFxEvent,
): NotificationText {
  const order = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
  switch (step) {
    case 'failed': {
      const next = isFinal
        ? 'The order has ended.'
        : nextAttemptAt
          ? `We try again on ${formatUtc(nextAttemptAt)}.`
          : '';
      const title = isFinal ? 'Auto FX order ended' : 'Auto FX order not carried out';
      return { severity: isFinal ? 'error' : 'warning', title, message: `Nothing was exchanged. ${message} ${next}` };
    }
    case 'not-paid':
      return { severity: 'warning', title: 'Exchanged, but not paid', message: `${order}. ${message}` };
    case 'expired':
      return { severity: 'info', title: 'Auto FX order expired', message: `${order}: its last day is over.` };
    case 'held':
      return {
        severity: 'info',
        title: 'Auto FX order is waiting',
        message: heldUntil
          ? `${order}: it waits until the market opens, on ${formatUtc(heldUntil)}.`
          : `${order}: the service is off.`,
      };
    case 'still-waiting':
      return { severity: 'info', title: 'Auto FX order still waiting', message: `${order}: still wanted?` };
  }
}

const notifyAutoFx =
  (step: Step): TransactionalHandler<AutoFxEvent> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, userId } = payload;
    const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['autofx']))]);
    const { orderId, waiting } = payload;
    const link = `/auto-fx?order=${orderId}`;
    const waits = waiting ? { pendingStatus: waiting } : {};
    await notify(ctx, [...people], { eventId, type: `auto-fx.${step}`, link, ...waits, ...toText(step, payload) });
  };

export const autoFxSubscriptions: readonly Subscription[] = [
  transactionalHandler(paymentFailed, 'notify-order-not-paid', notifyAutoFx('not-paid')),
  transactionalHandler(orderFailed, 'notify-order-failed', notifyAutoFx('failed')),
  transactionalHandler(orderHeld, 'notify-order-held', notifyAutoFx('held')),
  transactionalHandler(orderExpired, 'notify-order-expired', notifyAutoFx('expired')),
  transactionalHandler(orderReminderDue, 'notify-order-waiting', notifyAutoFx('still-waiting')),
];
