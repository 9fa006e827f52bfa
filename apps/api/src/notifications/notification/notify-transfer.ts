import { message } from '@larkmere/messages/message';
import type { OwnTransferEvent } from '../../accounts/own-transfer/own-transfer.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { notify } from './notification.ts';

export const notifyTransfer: TransactionalHandler<OwnTransferEvent> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, amount, currency, sourceBankholderId, targetBankholderId } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']))]);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'accounts', accounts: [sourceBankholderId, targetBankholderId] } },
    {
      eventId,
      type: 'transfer.made',
      severity: 'success',
      title: message('notice_transfer_completed_title'),
      message: message('notice_transfer_completed', { amount: eventMoney(amount, currency) }),
      link: `/statement?bankholderid=${targetBankholderId}`,
    },
  );
};
