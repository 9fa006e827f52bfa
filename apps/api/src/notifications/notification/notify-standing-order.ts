import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { StandingOrderEvent } from '../../payments/standing-order/standing-order.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { type NoticeText, notify } from './notification.ts';

function toText(event: StandingOrderEvent): NoticeText {
  const { reference } = event;
  const what = { amount: eventMoney(event.amount, event.currency), reference };
  switch (event.step) {
    case 'warning': {
      const { payDay, needed, missing } = event;
      return {
        severity: 'warning',
        title: message('notice_standing_order_short_title'),
        message: message('notice_standing_order_short', {
          ...what,
          payDay,
          needed: eventMoney(needed.amount, needed.currency),
          missing: eventMoney(missing.amount, missing.currency),
        }),
      };
    }
    case 'retrying':
      return {
        severity: 'warning',
        title: message('notice_standing_order_retrying_title'),
        message: message('notice_standing_order_retrying', {
          ...what,
          note: event.message,
          retryTime: event.retryTime,
        }),
      };
    case 'held':
      return {
        severity: 'warning',
        title: message('notice_standing_order_held_title'),
        message: message('notice_standing_order_held', { ...what, note: event.message, until: new Date(event.until) }),
      };
    case 'skipped':
      return {
        severity: 'warning',
        title: message('notice_standing_order_skipped_title'),
        message: message('notice_standing_order_skipped', { ...what, payDay: event.payDay, note: event.message }),
      };
    case 'failed':
      return {
        severity: 'error',
        title: message('notice_standing_order_failed_title'),
        message: message('notice_standing_order_failed', { ...what, payDay: event.payDay, note: event.message }),
      };
    case 'blocked':
      return {
        severity: 'error',
        title: message('notice_standing_order_blocked_title'),
        message: message('notice_standing_order_blocked', { reference, note: event.message }),
      };
    case 'completed':
      return {
        severity: 'info',
        title: message('notice_standing_order_completed_title'),
        message: message('notice_standing_order_completed', { reference }),
      };
  }
}

export const notifyStandingOrder: TransactionalHandler<StandingOrderEvent> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, orderId, step } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['standingorder']))]);
  const link = `/standing-order?order=${orderId}`;
  await notify(
    ctx,
    { customerId, people, about: { kind: 'standing_order', id: orderId } },
    { eventId, type: `standing.${step}`, link, ...toText(payload) },
  );
};
