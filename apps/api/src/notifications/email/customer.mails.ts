import { statementExportReady } from '../../accounts/statement/statement.ts';
import { closureStateChanged } from '../../customers/closure/closure.ts';
import { accountStatusChanged } from '../../customers/customer/customer.ts';
import { partnerStatementChanged } from '../../customers/introducer-partner/introducer-partner.ts';
import {
  itemTitle,
  kycItemRefused,
  kycRefreshDue,
  kycStateChanged,
  memberCheckLinked,
  memberCheckPassed,
  memberCheckReturned,
  personInvited,
  reasonText,
  selectEditors,
} from '../../customers/kyc/kyc.ts';
import { priceRiseAnnounced, priceRiseCancelled } from '../../customers/price-notice/price-notice.ts';
import { referralStateChanged } from '../../customers/referral/referral.ts';
import { registrationConfirmed, registrationRequested } from '../../customers/registration/registration.ts';
import { monthName } from '../../platform/time/format-date.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { eventMoney, priceRiseText } from '../notification/notification.ts';
import { selectCompanyName, selectInvitedPerson, selectRegistration } from './email.read.ts';
import { type Mail, mail, mailText, member, owners, toEach, toOne, user } from './send-mail.ts';

const dayOf = (moment: string): string => londonDay(new Date(moment));

/** The people who fill in the form. */
const editors = toEach<Readonly<{ customerId: string }>>('person', ({ customerId }, tx) =>
  selectEditors(tx, customerId),
);

const shownDigits = 4;

export const customerMails: readonly Mail[] = [
  mail(registrationRequested, 'mail-confirm-address', {
    to: toOne('registration', ({ requestId }) => requestId),
    text: async ({ requestId, isSilent }, { mailer, transaction }) => {
      const request = await transaction(({ tx }) => selectRegistration(tx, requestId));
      if (isSilent || !request?.isOpen) return undefined;
      const { isKnown, expiresAt } = request;
      return isKnown
        ? mailText('email_already_registered', {})
        : mailText('email_confirm_address', { confirmLink: mailer.confirmLink(requestId), expiresAt });
    },
  }),
  mail(registrationConfirmed, 'mail-welcome', {
    to: user,
    text: ({ memberCode }) => mailText('email_welcome', { memberCode }),
  }),

  mail(kycStateChanged, 'mail-kyc', {
    to: editors,
    text: ({ state, dueBy }) => {
      switch (state) {
        case 'pending':
          return mailText('email_kyc_received', {});
        case 'approved_conditional':
          return dueBy === null ? undefined : mailText('email_kyc_conditional', { dueOn: dayOf(dueBy) });
        case 'in_review':
        case 'approved':
        case 'rejected':
        case 'expired':
          return mailText(`email_kyc_${state}`, {});
        case 'action_required': // Each refused item has an e-mail of its own.
        case 'not_started':
        case 'in_progress':
          return undefined;
      }
    },
  }),
  mail(kycItemRefused, 'mail-kyc-item', {
    to: editors,
    text: ({ level, itemKey, reason, dueBy }) =>
      mailText('email_kyc_item_refused', {
        itemName: itemTitle(level, itemKey),
        note: reasonText(reason),
        dueOn: dayOf(dueBy),
      }),
  }),
  mail(kycRefreshDue, 'mail-kyc-refresh', {
    to: editors,
    text: ({ step, dueBy }) =>
      mailText(step === 'opened' ? 'email_kyc_refresh' : 'email_kyc_refresh_due', { dueOn: dayOf(dueBy) }),
  }),
  mail(personInvited, 'mail-kyc-person', {
    to: toOne('kyc-person', ({ personId }) => personId),
    text: async ({ personId, linkId }, { mailer, transaction }) => {
      const invitation = await transaction(({ tx }) => selectInvitedPerson(tx, personId, linkId));
      const personLink = mailer.personLink(personId, linkId);
      return invitation && mailText('email_kyc_person_link', { ...invitation, personLink });
    },
  }),
  // To the address of the account, about the check of somebody who joined.
  mail(memberCheckLinked, 'mail-member-check-link', {
    to: member,
    text: async ({ personId, linkId }, { mailer, transaction }) => {
      const invitation = await transaction(({ tx }) => selectInvitedPerson(tx, personId, linkId));
      const personLink = mailer.personLink(personId, linkId);
      return invitation && mailText('email_member_check_link', { ...invitation, personLink });
    },
  }),
  mail(memberCheckReturned, 'mail-member-check-returned', {
    to: member,
    text: async ({ personId, linkId, items }, { mailer, transaction }) => {
      const invitation = await transaction(({ tx }) => selectInvitedPerson(tx, personId, linkId));
      if (!invitation) return undefined;
      const changes = items.map(({ key, reason }) => `${itemTitle('person', key)}: ${reasonText(reason)}`).join(' ');
      const { expiresAt } = invitation;
      const personLink = mailer.personLink(personId, linkId);
      return mailText('email_member_check_returned', { changes, expiresAt, personLink });
    },
  }),
  mail(memberCheckPassed, 'mail-member-check-passed', {
    to: member,
    text: async ({ customerId }, { transaction }) => {
      const firmName = await transaction(({ tx }) => selectCompanyName(tx, customerId));
      return mailText('email_member_check_passed', { firmName });
    },
  }),

  mail(closureStateChanged, 'mail-closure', {
    to: user,
    text: ({ state, deadlineAt, requestedBy, closedAt }) => {
      if (state === 'closing' && requestedBy === 'customer')
        return mailText('email_account_closing_requested', { closesAt: new Date(deadlineAt) });
      if (state !== 'closed' || !closedAt) return undefined;
      const { at, statementsUntil } = closedAt;
      return mailText('email_account_closed', { closedAt: new Date(at), statementsUntil: new Date(statementsUntil) });
    },
  }),
  // Of what staff set by hand, unless staff chose not to.
  mail(accountStatusChanged, 'mail-account-status', {
    to: owners,
    text: ({ to: status, letter }) => {
      if (!letter || letter.isSilent) return undefined;
      const text = letter.text ?? '';
      return letter.noticeEndsAt
        ? mailText('email_account_closing_by_us', { closesAt: new Date(letter.noticeEndsAt), letter: text })
        : mailText('email_account_status_changed', { status, letter: text });
    },
  }),
  mail(priceRiseAnnounced, 'mail-price-rise', {
    to: owners,
    text: ({ tier, takesEffectAt, rises }, { mailer }) =>
      mailText('email_price_rise', {
        effectiveOn: dayOf(takesEffectAt),
        changes: priceRiseText(rises, 'rises'),
        tariffLink: mailer.tariffLink(tier),
        closeLink: mailer.closeLink,
      }),
  }),
  mail(priceRiseCancelled, 'mail-price-rise-cancelled', {
    to: owners,
    text: ({ tier, takesEffectAt, rises }, { mailer }) =>
      mailText('email_price_rise_cancelled', {
        effectiveOn: dayOf(takesEffectAt),
        changes: priceRiseText(rises, 'stays'),
        tariffLink: mailer.tariffLink(tier),
      }),
  }),
  // Only of a reward that was paid; the steps before it are notifications.
  mail(referralStateChanged, 'mail-referral-reward', {
    to: owners,
    text: ({ state, friendName: name, reward, currency, bankholderId }) =>
      state !== 'paid' || bankholderId === null
        ? undefined
        : mailText('email_referral_reward', {
            name,
            amount: eventMoney(reward, currency),
            account: bankholderId.slice(-shownDigits),
          }),
  }),
  mail(partnerStatementChanged, 'mail-partner-statement', {
    to: owners,
    text: ({ state, month, total, currency, isPositive }) => {
      const outcome = isPositive ? state : 'nothing';
      const parameters = { month: monthName(month), outcome, amount: eventMoney(isPositive ? total : '0', currency) };
      return mailText('email_partner_statement', parameters);
    },
  }),
  // Only of monthly statements: who asks for another export sees on the page that it is ready.
  mail(statementExportReady, 'mail-statement-ready', {
    to: user,
    text: async ({ kind, customerId, from }, { mailer, transaction }) => {
      if (kind !== 'monthly') return undefined;
      const companyName = await transaction(({ tx }) => selectCompanyName(tx, customerId));
      const { statementLink } = mailer;
      return mailText('email_statement_ready', { companyName, period: monthName(from), statementLink });
    },
  }),
];
