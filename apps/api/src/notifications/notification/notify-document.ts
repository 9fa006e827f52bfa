import { message } from '@larkmere/messages/message';
import type { DocumentEvent } from '../../checks/document/document.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NoticeText, notify } from './notification.ts';

const toText = (outcome: 'accepted' | 'refused', { name: fileName, payeeName, reason }: DocumentEvent): NoticeText =>
  outcome === 'accepted'
    ? {
        severity: 'success',
        title: message('notice_document_accepted_title'),
        message: message('notice_document_accepted', { fileName, payeeName }),
      }
    : {
        severity: 'warning',
        title: message('notice_document_refused_title'),
        message: message('notice_document_refused', { fileName, payeeName }),
        detail: reason,
      };

export const notifyDocument =
  (outcome: 'accepted' | 'refused'): TransactionalHandler<DocumentEvent> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, userId, paymentId } = payload;
    const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment']))]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    await notify(
      ctx,
      { customerId, people, about: { kind: 'payment', id: paymentId } },
      { eventId, type: `document.${outcome}`, link, ...toText(outcome, payload) },
    );
  };
