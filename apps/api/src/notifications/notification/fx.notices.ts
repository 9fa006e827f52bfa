import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import {
  type OrderEvent,
  orderExpired,
  orderFailed,
  orderHeld,
  orderReminderDue,
  paymentFailed,
} from '../../fx/auto-fx/auto-fx.ts';
import { fxConverted } from '../../fx/conversion/conversion.ts';
import { dealStateChanged } from '../../fx/manual-fx/manual-fx.ts';
import { alertFired } from '../../fx/rate-alert/rate-alert.ts';
import type { Subscription } from '../../platform/events/relay.ts';
import { eventMoney, type NoticeRow, notice, noticeText, textBy, user, usersWith } from './notification.ts';

const ofOrder: Pick<NoticeRow<OrderEvent>, 'readers' | 'link' | 'about'> = {
  readers: [user, usersWith('autofx')],
  link: ({ orderId }) => `/auto-fx?order=${orderId}`,
  about: ({ orderId }) => ({ kind: 'auto_fx', id: orderId }),
};

export const fxNotices: readonly Subscription[] = [
  notice(fxConverted, 'notify-conversion', {
    type: 'fx.converted',
    readers: [user, usersWith('payment', 'statement')],
    text: ({ sold, sell, bought, buy, rate }) =>
      noticeText('success', 'notice_exchange_completed', {
        sold: eventMoney(sold, sell),
        bought: eventMoney(bought, buy),
        rate,
      }),
    link: ({ link }) => link,
    about: ({ conversionId }) => ({ kind: 'conversion', id: conversionId }),
  }),
  notice(dealStateChanged, 'notify-deal', {
    type: ({ state }) => `manual-fx.${state}`,
    readers: [user, usersWith('manualfx')],
    text: textBy('state', {
      quoted: ({ summary: description, detail }) =>
        noticeText('info', 'notice_deal_quoted', { description, rate: detail ?? '' }),
      expired: ({ summary: description }) => noticeText('warning', 'notice_deal_expired', { description }),
      booked: ({ summary: description }) => noticeText('info', 'notice_deal_booked', { description }),
      unable: ({ summary: description, detail }) => ({
        ...noticeText('error', 'notice_deal_unable', { description }),
        detail,
      }),
      settled: undefined, // notified as a conversion
      pending_approval: undefined, // approvers get their own notification
      requested: undefined,
      assigned: undefined,
      accepted: undefined,
      declined: undefined,
      withdrawn: undefined,
    }),
    link: '/request-fx',
    about: ({ dealId }) => ({ kind: 'manual_fx', id: dealId }),
  }),
  notice(paymentFailed, 'notify-order-not-paid', {
    ...ofOrder,
    type: 'auto-fx.not-paid',
    text: ({ summary: description, message: detail }) => ({
      ...noticeText('warning', 'notice_order_not_paid', { description }),
      detail,
    }),
  }),
  notice(orderFailed, 'notify-order-failed', {
    ...ofOrder,
    type: 'auto-fx.failed',
    text: ({ message: why, isFinal, againAt }) => {
      const next = againAt ? defaultText('notice_order_retry', { retryAt: new Date(againAt) }) : '';
      return {
        severity: isFinal ? 'error' : 'warning',
        title: message(isFinal ? 'notice_order_ended_title' : 'notice_order_failed_title'),
        message: message('notice_order_failed'),
        detail: `${why} ${isFinal ? defaultText('notice_order_ended') : next}`.trim(),
      };
    },
  }),
  notice(orderHeld, 'notify-order-held', {
    ...ofOrder,
    type: 'auto-fx.held',
    text: ({ summary: description, why, until }) => ({
      severity: 'info',
      title: message('notice_order_waiting_title'),
      message:
        why === 'held_offhours' && until
          ? message('notice_order_waiting_for_market', { opensAt: new Date(until), description })
          : message('notice_order_waiting_for_service', { description }),
    }),
  }),
  notice(orderExpired, 'notify-order-expired', {
    ...ofOrder,
    type: 'auto-fx.expired',
    text: ({ summary: description }) => noticeText('info', 'notice_order_expired', { description }),
  }),
  notice(orderReminderDue, 'notify-order-waiting', {
    ...ofOrder,
    type: 'auto-fx.still-waiting',
    text: ({ summary: description }) => noticeText('info', 'notice_order_still_wanted', { description }),
  }),
  notice(alertFired, 'notify-alert', {
    type: 'rate-alert.fired',
    readers: [user],
    text: ({ rate, target }) => noticeText('info', 'notice_rate_alert', { target, rate }),
    link: ({ tier }) => (tier === 'wallet' ? '/wallet/rate-alert' : '/auto-fx?tab=alerts'),
  }),
];
