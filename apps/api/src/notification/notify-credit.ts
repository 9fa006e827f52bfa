import { amountText } from '@larkmere/money/amount-text';
import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { CreditNews } from '../payment/payment.ts';
import { notify } from './notification.ts';

export const notifyCredit: InsideListener<CreditNews> = async (ctx, { eventId, payload }) => {
  const { customerId, bankholderId, amount, currency, payerName } = payload;
  const people = await peopleWithAny(ctx.tx, customerId, ['payment', 'statement']);
  await notify(ctx, people, {
    eventId,
    type: 'credit.received',
    severity: 'success',
    title: 'Money received',
    message: `${amountText(amount, currency)} from ${payerName} has arrived.`,
    link: `/statement?bankholderid=${bankholderId}`,
  });
};
