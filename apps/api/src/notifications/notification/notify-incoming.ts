import { message } from '@larkmere/messages/message';
import { isPositive, type Money } from '@larkmere/money/money';
import type { CompensationEvent } from '../../back-office/compensation/compensation.ts';
import type { TopUpEvent } from '../../cards/top-up/top-up.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { IncomingCredit } from '../../payments/payment/payment.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { type NewNotification, type NoticeText, notify } from './notification.ts';

export const notifyCredit: TransactionalHandler<IncomingCredit> = async (ctx, { eventId, payload }) => {
  const { customerId, bankholderId, amount, currency, payerName } = payload;
  const people = await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'accounts', accounts: [bankholderId] } },
    {
      eventId,
      type: 'credit.received',
      severity: 'success',
      title: message('notice_credit_received_title'),
      message: message('notice_credit_received', { amount: eventMoney(amount, currency), payerName }),
      link: `/statement?bankholderid=${bankholderId}`,
    },
  );
};

function toText({ state, currency, cardName: card, ...event }: TopUpEvent): NoticeText | undefined {
  const what = { amount: eventMoney(event.amount, currency), card };
  const missing = eventMoney(event.missing, currency);
  const wentBack = { severity: 'warning' as const, title: message(`notice_top_up_${toTitle(state)}_title`) };
  switch (state) {
    case 'captured':
      return {
        severity: 'success',
        title: message('notice_top_up_captured_title'),
        message: message('notice_top_up_captured', what),
      };
    case 'expired':
      return {
        severity: 'info',
        title: message('notice_top_up_expired_title'),
        message: message('notice_top_up_expired', what),
      };
    case 'refunded':
    case 'charged_back':
      return isPositive(missing)
        ? { ...wentBack, message: message('notice_top_up_short', { card, missing }) }
        : { ...wentBack, message: message(`notice_top_up_${state}`, what) };
    case 'created': // The customer made these changes or sees them on the page.
    case 'awaiting_challenge':
    case 'authorised':
    case 'declined':
    case 'cancelled':
      return undefined;
  }
}

const toTitle = (state: TopUpEvent['state']) => (state === 'refunded' ? state : 'charged_back');

export const notifyTopUp: TransactionalHandler<TopUpEvent> = async (ctx, { eventId, payload }) => {
  const words = toText(payload);
  if (!words) return;
  const { customerId, userId, state, topUpId, bankholderId, currency } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']))]);
  const isBack = state === 'refunded' || state === 'charged_back';
  const link = isBack ? `/wallet/account/${currency}/${bankholderId}` : `/wallet/payment-topup?uid=${topUpId}`;
  await notify(
    ctx,
    { customerId, people, about: { kind: 'accounts', accounts: [bankholderId] } },
    { eventId, type: `top_up.${state}`, link, ...words },
  );
};

type CompensationNotice = Pick<NewNotification, 'type'> & NoticeText;
type Compensation = Readonly<{ amount: Money; payeeName: string }>;

const paidNotice = (paid: Compensation): CompensationNotice => ({
  type: 'payment.compensated',
  severity: 'success',
  title: message('notice_compensation_paid_title'),
  message: message('notice_compensation_paid', paid),
});

const reversedNotice = (reversed: Compensation): CompensationNotice => ({
  type: 'payment.compensation_reversed',
  severity: 'warning',
  title: message('notice_compensation_reversed_title'),
  message: message('notice_compensation_reversed', reversed),
});

const notifyPeople =
  (toNotice: (compensation: Compensation) => CompensationNotice): TransactionalHandler<CompensationEvent> =>
  async (ctx, { eventId, payload }) => {
    const { paymentId, customerId, userId, payeeName, amount, currency } = payload;
    const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']))]);
    const link = `/pending-payment-domestic/detail/${paymentId}`;
    const notice = toNotice({ amount: eventMoney(amount, currency), payeeName });
    await notify(ctx, { customerId, people, about: { kind: 'payment', id: paymentId } }, { eventId, ...notice, link });
  };

export const notifyCompensation = notifyPeople(paidNotice);
export const notifyCompensationReversed = notifyPeople(reversedNotice);
