import type { KycStatus } from '@larkmere/contract/customers/kyc';
import { readAmount } from '@larkmere/money/money';
import { statementExportReady } from '../../accounts/statement/statement.ts';
import { selectOwnerIds } from '../../customers/customer/customer.ts';
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
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import type { MailParameters, MailTemplate } from '../../platform/mail/templates.ts';
import { monthName } from '../../platform/time/format-date.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { priceRiseText } from '../notification/notification.ts';
import { selectCompanyName, selectInvitedPerson } from './email.read.ts';
import { type Mailer, sendMail } from './send-mail.ts';

/** States without a letter are explained by another one: each refused item has its own. */
const stateLetters: Readonly<
  Partial<Record<KycStatus, 'received' | 'in_review' | 'approved' | 'rejected' | 'expired'>>
> = {
  pending: 'received',
  in_review: 'in_review',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
};

const dayOf = (moment: string): string => londonDay(new Date(moment));

export const kycMails = (mailer: Mailer): Subscription[] => {
  const mailEditors = async <T extends MailTemplate>(
    work: ExternalHandlerContext,
    { eventId, customerId, template, parameters }: KycLetter<T>,
  ): Promise<void> => {
    for (const id of await work.transaction(({ tx }) => selectEditors(tx, customerId)))
      await sendMail(work, mailer, { template, eventId: `${eventId}.${id}`, side: 'person', id, parameters });
  };
  return [
    externalHandler(kycStateChanged, 'mail-kyc', async (work, { eventId, payload }) => {
      const { customerId, state, dueBy } = payload;
      const letter = stateLetters[state];
      if (letter) await mailEditors(work, { eventId, customerId, template: `email_kyc_${letter}`, parameters: {} });
      if (state !== 'approved_conditional' || dueBy === null) return;
      const parameters = { dueOn: dayOf(dueBy) };
      await mailEditors(work, { eventId, customerId, template: 'email_kyc_conditional', parameters });
    }),
    externalHandler(kycItemRefused, 'mail-kyc-item', async (work, { eventId, payload }) => {
      const { customerId, level, itemKey, reason, dueBy } = payload;
      const parameters = { itemName: itemTitle(level, itemKey), note: reasonText(reason), dueOn: dayOf(dueBy) };
      await mailEditors(work, { eventId, customerId, template: 'email_kyc_item_refused', parameters });
    }),
    externalHandler(kycRefreshDue, 'mail-kyc-refresh', async (work, { eventId, payload }) => {
      const { customerId, step, dueBy } = payload;
      const template = step === 'opened' ? 'email_kyc_refresh' : 'email_kyc_refresh_due';
      await mailEditors(work, { eventId, customerId, template, parameters: { dueOn: dayOf(dueBy) } });
    }),
    externalHandler(personInvited, 'mail-kyc-person', async (work, { eventId, payload: { personId: id, linkId } }) => {
      const invitation = await work.transaction(({ tx }) => selectInvitedPerson(tx, id, linkId));
      if (!invitation) return;
      const parameters = { ...invitation, personLink: mailer.personLink(id, linkId) };
      await sendMail(work, mailer, { template: 'email_kyc_person_link', eventId, side: 'kyc-person', id, parameters });
    }),
    ...memberCheckMails(mailer),
  ];
};

/** To the address of the account, about the check of somebody who joined. */
const memberCheckMails = (mailer: Mailer): Subscription[] => [
  externalHandler(memberCheckLinked, 'mail-member-check-link', async (work, { eventId, payload }) => {
    const { membershipId: id, personId, linkId } = payload;
    const invitation = await work.transaction(({ tx }) => selectInvitedPerson(tx, personId, linkId));
    if (!invitation) return;
    const parameters = { ...invitation, personLink: mailer.personLink(personId, linkId) };
    await sendMail(work, mailer, { template: 'email_member_check_link', eventId, side: 'member', id, parameters });
  }),
  externalHandler(memberCheckReturned, 'mail-member-check-returned', async (work, { eventId, payload }) => {
    const { membershipId: id, personId, linkId, items } = payload;
    const invitation = await work.transaction(({ tx }) => selectInvitedPerson(tx, personId, linkId));
    if (!invitation) return;
    const changes = items.map(({ key, reason }) => `${itemTitle('person', key)}: ${reasonText(reason)}`).join(' ');
    const { expiresAt } = invitation;
    const parameters = { changes, expiresAt, personLink: mailer.personLink(personId, linkId) };
    await sendMail(work, mailer, { template: 'email_member_check_returned', eventId, side: 'member', id, parameters });
  }),
  externalHandler(memberCheckPassed, 'mail-member-check-passed', async (work, { eventId, payload }) => {
    const { membershipId: id, customerId } = payload;
    const firmName = await work.transaction(({ tx }) => selectCompanyName(tx, customerId));
    const parameters = { firmName };
    await sendMail(work, mailer, { template: 'email_member_check_passed', eventId, side: 'member', id, parameters });
  }),
];

type KycLetter<T extends MailTemplate> = Readonly<{
  eventId: bigint;
  customerId: string;
  template: T;
  parameters: MailParameters<T>;
}>;

/** Only of monthly statements: who asks for another export sees on the page that it is ready. */
export const statementMails = (mailer: Mailer): Subscription[] => [
  externalHandler(statementExportReady, 'mail-statement-ready', async (work, { eventId, payload }) => {
    const { kind, customerId, userId: id, from } = payload;
    if (kind !== 'monthly') return;
    const companyName = await work.transaction(({ tx }) => selectCompanyName(tx, customerId));
    const parameters = { companyName, period: monthName(from), statementLink: mailer.statementLink };
    await sendMail(work, mailer, { template: 'email_statement_ready', eventId, side: 'person', id, parameters });
  }),
];

export const partnerMails = (mailer: Mailer): Subscription[] => [
  externalHandler(partnerStatementChanged, 'mail-partner-statement', async (work, { eventId, payload }) => {
    const { state, customerId, month, total, currency, isPositive } = payload;
    const outcome = isPositive ? state : 'nothing';
    const amount = readAmount(currency, isPositive ? total : '0');
    if (!amount) throw new Error(`${total} ${currency} is no amount`);
    const parameters = { month: monthName(month), outcome, amount };
    for (const id of await work.transaction(({ tx }) => selectOwnerIds(tx, customerId)))
      await sendMail(work, mailer, {
        template: 'email_partner_statement',
        eventId: `${eventId}.${id}`,
        side: 'person',
        id,
        parameters,
      });
  }),
];

const ownersOf = (work: ExternalHandlerContext, customerId: string): Promise<string[]> =>
  work.transaction(({ tx }) => selectOwnerIds(tx, customerId));

/** To the owners, who are the customer in law. */
export const priceRiseMails = (mailer: Mailer): Subscription[] => {
  const { closeLink } = mailer;
  return [
    externalHandler(priceRiseAnnounced, 'mail-price-rise', async (work, { eventId, payload }) => {
      const { customerId, tier, takesEffectAt, rises } = payload;
      const tariffLink = mailer.tariffLink(tier);
      const changes = priceRiseText(rises, 'rises');
      const parameters = { effectiveOn: londonDay(new Date(takesEffectAt)), changes, tariffLink, closeLink };
      for (const id of await ownersOf(work, customerId)) {
        const mail = { eventId: `${eventId}.${id}`, side: 'person', id, parameters } as const;
        await sendMail(work, mailer, { ...mail, template: 'email_price_rise' });
      }
    }),
    externalHandler(priceRiseCancelled, 'mail-price-rise-cancelled', async (work, { eventId, payload }) => {
      const { customerId, tier, takesEffectAt, rises } = payload;
      const tariffLink = mailer.tariffLink(tier);
      const changes = priceRiseText(rises, 'stays');
      const parameters = { effectiveOn: londonDay(new Date(takesEffectAt)), changes, tariffLink };
      for (const id of await ownersOf(work, customerId)) {
        const mail = { eventId: `${eventId}.${id}`, side: 'person', id, parameters } as const;
        await sendMail(work, mailer, { ...mail, template: 'email_price_rise_cancelled' });
      }
    }),
  ];
};

const shownDigits = 4;

/** Only of a reward that was paid; the steps before it are notifications. */
export const referralMails = (mailer: Mailer): Subscription[] => [
  externalHandler(referralStateChanged, 'mail-referral-reward', async (work, { eventId, payload }) => {
    const { state, customerId, friendName: name, reward, currency, bankholderId } = payload;
    if (state !== 'paid' || bankholderId === null) return;
    const amount = readAmount(currency, reward);
    if (!amount) throw new Error(`${reward} ${currency} is no amount`);
    const parameters = { name, amount, account: bankholderId.slice(-shownDigits) };
    for (const id of await work.transaction(({ tx }) => selectOwnerIds(tx, customerId)))
      await sendMail(work, mailer, {
        template: 'email_referral_reward',
        eventId: `${eventId}.${id}`,
        side: 'person',
        id,
        parameters,
      });
  }),
];
