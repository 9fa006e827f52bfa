import { peopleWithAny } from '../customer/customer.ts';
import type { DocumentNews } from '../document/document.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { type Notice, notify } from './notification.ts';

type Words = Pick<Notice, 'severity' | 'title' | 'message'>;

const wordsOf = (outcome: 'accepted' | 'refused', { name, payeeName, reason }: DocumentNews): Words =>
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
  (outcome: 'accepted' | 'refused'): InsideListener<DocumentNews> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, personId, paymentId } = payload;
    const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['payment']))]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    await notify(ctx, [...people], { eventId, type: `document.${outcome}`, link, ...wordsOf(outcome, payload) });
  };
