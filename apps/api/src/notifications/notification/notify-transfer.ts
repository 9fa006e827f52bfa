import { message } from '@larkmere/messages/message';
import type { OwnTransferEvent } from '../../accounts/own-transfer/own-transfer.ts';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { MemberTransferReceived, MemberTransferSent } from '../../payments/member-transfer/member-transfer.ts';
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

export const notifyMemberTransferSent: TransactionalHandler<MemberTransferSent> = async (ctx, { eventId, payload }) => {
  const { customerId, userId, amount, currency, sourceBankholderId, recipientName: payeeName } = payload;
  const people = new Set([userId, ...(await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']))]);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'accounts', accounts: [sourceBankholderId] } },
    {
      eventId,
      type: 'transfer.made',
      severity: 'success',
      title: message('notice_member_transfer_sent_title'),
      message: message('notice_member_transfer_sent', { amount: eventMoney(amount, currency), payeeName }),
      link: `/statement?bankholderid=${sourceBankholderId}`,
    },
  );
};

export const notifyMemberTransferReceived: TransactionalHandler<MemberTransferReceived> = async (
  ctx,
  { eventId, payload },
) => {
  const { customerId, amount, currency, targetBankholderId, senderName: payerName } = payload;
  const people = await usersWithAnyAccess(ctx.tx, customerId, ['payment', 'statement']);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'accounts', accounts: [targetBankholderId] } },
    {
      eventId,
      type: 'credit.received',
      severity: 'success',
      title: message('notice_credit_received_title'),
      message: message('notice_credit_received', { amount: eventMoney(amount, currency), payerName }),
      link: `/statement?bankholderid=${targetBankholderId}`,
    },
  );
};
