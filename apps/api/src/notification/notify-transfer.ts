import { amountText } from '@larkmere/money/amount-text';
import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { TransferNews } from '../transfer/transfer.ts';
import { notify } from './notification.ts';

export const notifyTransfer: InsideListener<TransferNews> = async (ctx, { eventId, payload }) => {
  const { customerId, personId, amount, currency, targetBankholderId } = payload;
  const people = new Set([personId, ...(await peopleWithAny(ctx.tx, customerId, ['payment', 'statement']))]);
  await notify(ctx, [...people], {
    eventId,
    type: 'transfer.made',
    severity: 'success',
    title: 'Money moved',
    message: `${amountText(amount, currency)} moved between your accounts.`,
    link: `/statement?bankholderid=${targetBankholderId}`,
  });
};
