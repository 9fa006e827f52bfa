import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { StandingOrderEvent } from '../../payments/standing-order/standing-order.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type NotificationText = Pick<NewNotification, 'severity' | 'title' | 'message'>;

function toText(news: StandingOrderEvent): NotificationText {
  const { reference, amount, currency, payDay } = news;
  const what = `${amount} ${currency} for “${reference}”`;
  switch (news.step) {
    case 'warning': {
      const takes = news.needed ? `. With the fee that takes ${news.needed}` : '';
      const message = `${what} leave on ${payDay}${takes}, and ${news.missing} are missing. Add money before that morning.`;
      return { severity: 'warning', title: 'Not enough for a standing order', message };
    }
    case 'retrying': {
      const message = `${what}: ${news.message} We try again today at ${news.retryTime}.`;
      return { severity: 'warning', title: 'Standing order not paid yet', message };
    }
    case 'held': {
      const message = `${what}: ${news.message} Pay at the rate of the moment or skip the date, by ${news.until.slice(0, 10)}.`;
      return { severity: 'warning', title: 'A standing order waits for your answer', message };
    }
    case 'skipped': {
      const message = `${what} of ${payDay}: ${news.message} The next date stays as planned.`;
      return { severity: 'warning', title: 'Standing order date left out', message };
    }
    case 'failed': {
      const message = `${what} of ${payDay}: ${news.message} It is not tried again. The next date stays as planned.`;
      return { severity: 'error', title: 'Standing order not paid', message };
    }
    case 'blocked':
      return { severity: 'error', title: 'Standing order stands still', message: `“${reference}”: ${news.message}` };
    case 'completed':
      return { severity: 'info', title: 'Standing order complete', message: `“${reference}”: its last date is over.` };
  }
}

export const notifyStandingOrder: TransactionalHandler<StandingOrderEvent> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, orderId, step } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['standingorder']))]);
  const link = `/standing-order?order=${orderId}`;
  await notify(ctx, [...people], { eventId, type: `standing.${step}`, link, ...toText(payload) });
};
