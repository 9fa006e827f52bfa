import { message } from '@larkmere/messages/message';
import { findCustomer, usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { InstantPaymentEvent } from '../../payments/open-banking/open-banking.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { type NoticeText, notify } from './notification.ts';

function toText({ state, currency, bankName, reason, ...event }: InstantPaymentEvent): NoticeText | undefined {
  const what = { amount: eventMoney(event.amount, currency), bankName };
  switch (state) {
    case 'credited':
      return {
        severity: 'success',
        title: message('notice_instant_payment_credited_title'),
        message: message('notice_instant_payment_credited', what),
      };
    case 'rejected':
      return {
        severity: 'error',
        title: message('notice_instant_payment_rejected_title'),
        message: message('notice_instant_payment_not_coming', what),
        detail: reason,
      };
    case 'expired':
      return {
        severity: 'info',
        title: message('notice_instant_payment_expired_title'),
        message: reason
          ? message('notice_instant_payment_not_coming', what)
          : message('notice_instant_payment_expired', what),
        detail: reason,
      };
    case 'unknown':
      return {
        severity: 'warning',
        title: message('notice_instant_payment_unknown_title'),
        message: message('notice_instant_payment_unknown', what),
        detail: reason,
      };
    case 'created': // The customer made these changes or sees them on the page.
    case 'awaiting_authorisation':
    case 'authorised':
    case 'submitted':
    case 'accepted':
    case 'cancelled':
      return undefined;
  }
}

export const notifyInstantPayment: TransactionalHandler<InstantPaymentEvent> = async (ctx, { eventId, payload }) => {
  const words = toText(payload);
  if (!words) return;
  const { customerId, userId, state, paymentId, waiting } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['instant']))]);
  const customer = await findCustomer(ctx.tx, customerId);
  const page = customer?.kind === 'wallet' ? '/wallet/payment-topup?payment=' : '/instant-bank-payment/payment/';
  const link = `${page}${paymentId}`;
  await notify(
    ctx,
    { customerId, people, about: { kind: 'instant_payment', id: paymentId } },
    {
      eventId,
      type: `instant-payment.${state}`,
      link,
      ...(waiting && { pendingStatus: waiting }),
      ...words,
    },
  );
};
