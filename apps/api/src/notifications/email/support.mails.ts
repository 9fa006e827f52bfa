import { accountStatusChanged } from '../../customers/customer/customer.ts';
import { deletePendingText, helpMessageSent, readPendingText } from '../../customers/help/help.ts';
import { selectCustomerName, selectHelpMessage } from './email.read.ts';
import { type Mail, mail, mailText, members, toOne, user } from './send-mail.ts';

/** What customers tell our support, and what both are told of a freeze. */
export const supportMails: readonly Mail[] = [
  mail(helpMessageSent, 'mail-help-message', {
    to: toOne('support', ({ messageId }) => messageId),
    text: ({ messageId }, { mailer, transaction }) =>
      transaction(async ({ tx }) => {
        const question = await readPendingText(tx, mailer.helpTextKey, messageId);
        const about = await selectHelpMessage(tx, messageId);
        return question === undefined || !about ? undefined : mailText('email_support_message', { ...about, question });
      }),
    afterwards: ({ messageId }, { tx }) => deletePendingText(tx, messageId),
  }),
  mail(helpMessageSent, 'mail-help-reference', {
    to: user,
    text: ({ reference, kind }, { mailer }) =>
      kind === 'complaint'
        ? mailText('email_complaint_reference', { reference, days: mailer.complaintDays })
        : mailText('email_help_reference', { reference, hours: mailer.answerHours }),
  }),
  mail(accountStatusChanged, 'mail-account-frozen', {
    to: members,
    text: ({ reason, byName }) => {
      if (reason === 'frozen_by_customer') return mailText('email_account_frozen', { name: byName ?? '' });
      return reason === 'unfrozen_by_customer' ? mailText('email_account_unfrozen', { name: byName ?? '' }) : undefined;
    },
  }),
  mail(accountStatusChanged, 'mail-support-frozen', {
    to: toOne('support', ({ customerId }) => customerId),
    text: async ({ customerId, reason, byName }, { transaction }) => {
      if (reason !== 'frozen_by_customer' && reason !== 'unfrozen_by_customer') return undefined;
      const { companyName, memberCode } = await transaction(({ tx }) => selectCustomerName(tx, customerId));
      return mailText('email_support_frozen', { step: reason, companyName, memberCode, name: byName ?? '' });
    },
  }),
];
