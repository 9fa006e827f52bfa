import { formatDisplayAmount } from '@larkmere/money/display-amount';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { IncomingCredit } from '../../payments/payment/payment.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

export const notifyCredit: TransactionalHandler<IncomingCredit> = async (ctx, { eventId, payload }) => {
  const { customerId, bankholderId, amount, currency, payerName } = payload;
  const people = await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']);
  await notify(ctx, people, {
    eventId,
    type: 'credit.received',
    severity: 'success',
    title: 'Money received',
    message: `${formatDisplayAmount(amount, currency)} from ${payerName} has arrived.`,
    link: `/statement?bankholderid=${bankholderId}`,
  });
};
