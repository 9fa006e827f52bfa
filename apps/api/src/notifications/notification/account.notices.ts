import { message } from '@larkmere/messages/message';
import { ownTransferCompleted } from '../../accounts/own-transfer/own-transfer.ts';
import {
  type StatementExportEvent,
  statementExportFailed,
  statementExportReady,
} from '../../accounts/statement/statement.ts';
import { memberTransferReceived, memberTransferSent } from '../../payments/member-transfer/member-transfer.ts';
import { creditReceived } from '../../payments/payment/payment.ts';
import type { Subscription } from '../../platform/events/relay.ts';
import { eventMoney, notice, noticeText, user, usersWith } from './notification.ts';

const statementLink = (bankholderId: string): string => `/statement?bankholderid=${bankholderId}`;
const accounts = (...bankholderIds: string[]) => ({ kind: 'accounts' as const, accounts: bankholderIds });
const readers = usersWith('payment', 'statement');

/** Only the person who asked for an export can download it. */
const ofExport = {
  readers: [user],
  link: ({ kind }: StatementExportEvent) =>
    kind === 'closing_pack' ? '/request/delete/account' : '/statement?export=latest',
  about: ({ accounts: exported }: StatementExportEvent) => accounts(...exported),
};

export const accountNotices: readonly Subscription[] = [
  notice(creditReceived, 'notify-credit', {
    type: 'credit.received',
    readers: [readers],
    text: ({ amount, currency, payerName }) =>
      noticeText('success', 'notice_credit_received', { amount: eventMoney(amount, currency), payerName }),
    link: ({ bankholderId }) => statementLink(bankholderId),
    about: ({ bankholderId }) => accounts(bankholderId),
  }),
  notice(memberTransferReceived, 'notify-member-transfer-received', {
    type: 'credit.received',
    readers: [readers],
    text: ({ amount, currency, senderName: payerName }) =>
      noticeText('success', 'notice_credit_received', { amount: eventMoney(amount, currency), payerName }),
    link: ({ targetBankholderId }) => statementLink(targetBankholderId),
    about: ({ targetBankholderId }) => accounts(targetBankholderId),
  }),
  notice(memberTransferSent, 'notify-member-transfer-sent', {
    type: 'transfer.made',
    readers: [user, readers],
    text: ({ amount, currency, recipientName: payeeName }) =>
      noticeText('success', 'notice_member_transfer_sent', { amount: eventMoney(amount, currency), payeeName }),
    link: ({ sourceBankholderId }) => statementLink(sourceBankholderId),
    about: ({ sourceBankholderId }) => accounts(sourceBankholderId),
  }),
  notice(ownTransferCompleted, 'notify-transfer', {
    type: 'transfer.made',
    readers: [user, readers],
    text: ({ amount, currency }) =>
      noticeText('success', 'notice_transfer_completed', { amount: eventMoney(amount, currency) }),
    link: ({ targetBankholderId }) => statementLink(targetBankholderId),
    about: ({ sourceBankholderId, targetBankholderId }) => accounts(sourceBankholderId, targetBankholderId),
  }),
  notice(statementExportReady, 'notify-statement-ready', {
    ...ofExport,
    type: 'statement.export_ready',
    text: ({ kind, from, to }) => ({
      severity: 'success',
      title: message('notice_statement_ready_title'),
      message:
        kind === 'closing_pack'
          ? message('notice_records_ready')
          : message(kind === 'monthly' ? 'notice_statement_monthly' : 'notice_statement_ready', { from, to }),
    }),
  }),
  notice(statementExportFailed, 'notify-statement-failed', {
    ...ofExport,
    type: 'statement.export_failed',
    text: ({ from, to }) => noticeText('warning', 'notice_statement_failed', { from, to }),
  }),
];
