import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { IncomingCredit } from '../../payments/payment/payment.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { notify } from './notification.ts';

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
