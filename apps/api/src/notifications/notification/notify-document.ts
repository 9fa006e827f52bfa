import type { DocumentEvent } from '../../checks/document/document.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type NotificationText = Pick<NewNotification, 'severity' | 'title' | 'message'>;

const toText = (outcome: 'accepted' | 'refused', { name, payeeName, reason }: DocumentEvent): NotificationText =>
  outcome === 'accepted'
    ? {
        severity: 'success',
        title: 'Document accepted',
        message: `We accepted “${name}” for your payment to ${payeeName}.`,
      }
    : {
        severity: 'warning',
        title: 'Document not accepted',
        message: `We cannot use “${name}” for your payment to ${payeeName}. ${reason ?? ''}`.trim(),
      };

export const notifyDocument =
  (outcome: 'accepted' | 'refused'): TransactionalHandler<DocumentEvent> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, userId, paymentId } = payload;
    const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment']))]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    await notify(ctx, [...people], { eventId, type: `document.${outcome}`, link, ...toText(outcome, payload) });
  };
