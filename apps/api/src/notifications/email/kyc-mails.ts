import type { KycStatus } from '@larkmere/contract/customers/kyc';
import {
  itemTitle,
  kycItemRefused,
  kycRefreshDue,
  kycStateChanged,
  personInvited,
  reasonText,
  selectEditors,
} from '../../customers/kyc/kyc.ts';
import { type ExternalHandlerContext, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import type { MailParameters, MailTemplate } from '../../platform/mail/templates.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { selectInvitedPerson } from './email.read.ts';
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
  ];
};

type KycLetter<T extends MailTemplate> = Readonly<{
  eventId: bigint;
  customerId: string;
  template: T;
  parameters: MailParameters<T>;
}>;
