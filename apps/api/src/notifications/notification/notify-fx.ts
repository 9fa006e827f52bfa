import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import {
  type OrderEvent,
  orderExpired,
  orderFailed,
  orderHeld,
  orderReminderDue,
  paymentFailed,
} from '../../fx/auto-fx/auto-fx.ts';
import type { ConversionEvent } from '../../fx/conversion/conversion.ts';
import type { DealEvent } from '../../fx/manual-fx/manual-fx.ts';
import type { AlertEvent } from '../../fx/rate-alert/rate-alert.ts';
import type { EventType } from '../../platform/events/outbox.ts';
import { type Subscription, type TransactionalHandler, transactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { type NoticeText, notify } from './notification.ts';

export const notifyConversion: TransactionalHandler<ConversionEvent> = async (ctx, { eventId, payload }) => {
  const { conversionId, customerId, userId, sold, sell, bought, buy, rate, link } = payload;
  const people = new Set([
    ...(userId ? [userId] : []),
    ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement'])),
  ]);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'conversion', id: conversionId } },
    {
      eventId,
      type: 'fx.converted',
      severity: 'success',
      title: message('notice_exchange_completed_title'),
      message: message('notice_exchange_completed', {
        sold: eventMoney(sold, sell),
        bought: eventMoney(bought, buy),
        rate,
      }),
      link,
    },
  );
};

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

type PayloadOf<Event> = Event extends EventType<infer Payload> ? Payload : never;

function failedNotice({ message: why, isFinal, againAt }: PayloadOf<typeof orderFailed>): NoticeText {
  const next = againAt ? defaultText('notice_order_retry', { retryAt: new Date(againAt) }) : '';
  return {
    severity: isFinal ? 'error' : 'warning',
    title: message(isFinal ? 'notice_order_ended_title' : 'notice_order_failed_title'),
    message: message('notice_order_failed'),
    detail: `${why} ${isFinal ? defaultText('notice_order_ended') : next}`.trim(),
  };
}

const notPaidNotice = ({ summary, message: detail }: PayloadOf<typeof paymentFailed>): NoticeText => ({
  severity: 'warning',
  title: message('notice_order_not_paid_title'),
  message: message('notice_order_not_paid', { description: summary }),
  detail,
});

const expiredNotice = ({ summary }: OrderEvent): NoticeText => ({
  severity: 'info',
  title: message('notice_order_expired_title'),
  message: message('notice_order_expired', { description: summary }),
});

const heldNotice = ({ summary: description, why, until }: PayloadOf<typeof orderHeld>): NoticeText => ({
  severity: 'info',
  title: message('notice_order_waiting_title'),
  message:
    why === 'held_offhours' && until
      ? message('notice_order_waiting_for_market', { opensAt: new Date(until), description })
      : message('notice_order_waiting_for_service', { description }),
});

const stillWantedNotice = ({ summary }: OrderEvent): NoticeText => ({
  severity: 'info',
  title: message('notice_order_still_wanted_title'),
  message: message('notice_order_still_wanted', { description: summary }),
});

const notifyAutoFx = <Event extends OrderEvent>(
  event: EventType<Event>,
  listener: string,
  type: string,
  toNotice: (payload: Event) => NoticeText,
): Subscription =>
  transactionalHandler(event, listener, async (ctx, { eventId, payload }) => {
    const { customerId, userId, orderId, waiting } = payload;
    const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['autofx']))]);
    const link = `/auto-fx?order=${orderId}`;
    const waits = waiting ? { pendingStatus: waiting } : {};
    await notify(
      ctx,
      { customerId, people, about: { kind: 'auto_fx', id: orderId } },
      { eventId, type: `auto-fx.${type}`, link, ...waits, ...toNotice(payload) },
    );
  });

export const autoFxSubscriptions: readonly Subscription[] = [
  notifyAutoFx(paymentFailed, 'notify-order-not-paid', 'not-paid', notPaidNotice),
  notifyAutoFx(orderFailed, 'notify-order-failed', 'failed', failedNotice),
  notifyAutoFx(orderHeld, 'notify-order-held', 'held', heldNotice),
  notifyAutoFx(orderExpired, 'notify-order-expired', 'expired', expiredNotice),
  notifyAutoFx(orderReminderDue, 'notify-order-waiting', 'still-waiting', stillWantedNotice),
];

export const notifyAlert: TransactionalHandler<AlertEvent> = (
  ctx,
  { eventId, payload: { customerId, userId, tier, rate, target } },
) =>
  notify(
    ctx,
    { customerId, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'rate-alert.fired',
      severity: 'info',
      title: message('notice_rate_alert_title'),
      message: message('notice_rate_alert', { target, rate }),
      link: tier === 'wallet' ? '/wallet/rate-alert' : '/auto-fx?tab=alerts',
    },
  );
