import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { DealEvent } from '../../fx/manual-fx/manual-fx.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NoticeText, notify } from './notification.ts';

function toText({ state, summary: description, detail }: DealEvent): NoticeText | undefined {
  switch (state) {
    case 'quoted':
      return {
        severity: 'info',
        title: message('notice_deal_quoted_title'),
        message: message('notice_deal_quoted', { description, rate: detail ?? '' }),
      };
    case 'expired':
      return {
        severity: 'warning',
        title: message('notice_deal_expired_title'),
        message: message('notice_deal_expired', { description }),
      };
    case 'booked':
      return {
        severity: 'info',
        title: message('notice_deal_booked_title'),
        message: message('notice_deal_booked', { description }),
      };
    case 'unable':
      return {
        severity: 'error',
        title: message('notice_deal_unable_title'),
        message: message('notice_deal_unable', { description }),
        detail,
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
  const { dealId, customerId, userId, state, waiting } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['manualfx']))]);
  const waits = waiting ? { pendingStatus: waiting } : {};
  await notify(
    ctx,
    { customerId, people, about: { kind: 'manual_fx', id: dealId } },
    { eventId, type: `manual-fx.${state}`, link: '/request-fx', ...waits, ...words },
  );
};
