import { message } from '@larkmere/messages/message';
import type { Money } from '@larkmere/money/money';
import type { CompensationEvent } from '../../back-office/compensation/compensation.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { type NewNotification, type NoticeText, notify } from './notification.ts';

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
