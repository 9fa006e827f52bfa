import { subUserChanged } from '../../back-office/sub-user/sub-user.ts';
import { accessRequestChanged } from '../../customers/access-request/access-request.ts';
import { contactRecoveryChanged, contactRecoverySent } from '../../customers/contact-recovery/contact-recovery.ts';
import { selectColleagueOwners, selectOwnerIds } from '../../customers/customer/customer.ts';
import {
  type FactorResetChanged,
  factorResetChanged,
  factorResetStep,
} from '../../customers/factor-reset/factor-reset.ts';
import { phoneChanged, phoneChangeRequested } from '../../customers/phone-change/phone-change.ts';
import { maskPhone } from '../../identity/channel/channel.ts';
import { oneTimePasswordSet } from '../../identity/password/password.ts';
import { pinCodeRequested, pinResetByStaff } from '../../identity/pin/pin.ts';
import { recoveryStartedByStaff } from '../../identity/recovery/recovery.ts';
import { type ExternalHandler, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { selectNewPhone } from './email.read.ts';
import { type Mailer, sendMail } from './send-mail.ts';

/** E-mails about what staff did for a person, or with the people of a customer. */
export const helpMails = (mailer: Mailer): Subscription[] => [
  externalHandler(oneTimePasswordSet, 'mail-one-time-password', (work, { eventId, payload }) => {
    const { userId: id, at, until } = payload;
    const parameters = { changedAt: new Date(at), expiresAt: new Date(until) };
    return sendMail(work, mailer, { template: 'email_one_time_password', eventId, side: 'person', id, parameters });
  }),
  externalHandler(pinResetByStaff, 'mail-pin-reset-by-us', (work, { eventId, payload: { userId: id, at } }) => {
    const parameters = { changedAt: new Date(at), pinLink: mailer.pinLink };
    return sendMail(work, mailer, { template: 'email_pin_reset_by_us', eventId, side: 'person', id, parameters });
  }),
  externalHandler(recoveryStartedByStaff, 'mail-password-link', (work, { eventId, payload }) => {
    const { requestId, userId: id, at, expiresAt } = payload;
    const parameters = {
      changedAt: new Date(at),
      expiresAt: new Date(expiresAt),
      resetLink: mailer.resetLink(requestId),
    };
    return sendMail(work, mailer, { template: 'email_password_link', eventId, side: 'person', id, parameters });
  }),
  externalHandler(pinCodeRequested, 'mail-pin-code', async (work, { eventId, payload }) => {
    const { codeId, userId: id, channel, expiresAt } = payload;
    if (channel !== 'email') return;
    const parameters = { code: mailer.pinCode(codeId), expiresAt: new Date(expiresAt) };
    await sendMail(work, mailer, { template: 'email_pin_code', eventId, side: 'person', id, parameters });
  }),
  ...phoneChangeMails(mailer),
  externalHandler(factorResetChanged, 'mail-factor-reset', mailFactorReset(mailer)),
  externalHandler(accessRequestChanged, 'mail-access-request', async (work, { eventId, payload }) => {
    const { customerId, name, step, takesEffectAt } = payload;
    const parameters = { name, step, takesEffectAt: new Date(takesEffectAt ?? 0) };
    for (const id of await work.transaction(({ tx }) => selectOwnerIds(tx, customerId)))
      await sendMail(work, mailer, {
        template: 'email_access_request',
        eventId: `${eventId}.${id}`,
        side: 'person',
        id,
        parameters,
      });
  }),
  externalHandler(subUserChanged, 'mail-sub-user-changed', async (work, { eventId, payload }) => {
    const { customerId, name, change: type } = payload;
    for (const id of await work.transaction(({ tx }) => selectOwnerIds(tx, customerId)))
      await sendMail(work, mailer, {
        template: 'email_sub_user_changed',
        eventId: `${eventId}.${id}`,
        side: 'person',
        id,
        parameters: { name, type },
      });
  }),
  ...contactRecoveryMails(mailer),
];

const phoneChangeMails = (mailer: Mailer): Subscription[] => [
  externalHandler(phoneChangeRequested, 'mail-phone-code', async (work, { eventId, payload }) => {
    const { requestId, userId: id, channel, expiresAt } = payload;
    if (channel !== 'email') return;
    const parameters = { code: mailer.phoneCode(requestId), expiresAt: new Date(expiresAt) };
    await sendMail(work, mailer, { template: 'email_phone_code', eventId, side: 'person', id, parameters });
  }),
  externalHandler(phoneChanged, 'mail-phone-changed', (work, { eventId, payload: { userId: id, at } }) => {
    const parameters = { changedAt: new Date(at) };
    return sendMail(work, mailer, { template: 'email_phone_changed', eventId, side: 'person', id, parameters });
  }),
];

const contactRecoveryMails = (mailer: Mailer): Subscription[] => [
  externalHandler(contactRecoveryChanged, 'mail-contact-recovery', async (work, { eventId, payload }) => {
    const { requestId: id, step, at, deadlineAt } = payload;
    const mail = { eventId, side: 'old-contact', id } as const;
    if (step === 'prepared' || step === 'approved' || step === 'confirming') {
      const parameters = { step, deadlineAt: new Date(deadlineAt), stopLink: mailer.contactStopLink(id) };
      await sendMail(work, mailer, { ...mail, template: 'email_contact_recovery', parameters });
    } else {
      const parameters = { step, changedAt: new Date(at) };
      await sendMail(work, mailer, { ...mail, template: 'email_contact_recovery_ended', parameters });
    }
  }),
  externalHandler(contactRecoveryChanged, 'mail-contact-recovery-member', async (work, { eventId, payload }) => {
    const { userId, step, deadlineAt } = payload;
    for (const owner of await work.transaction(({ tx }) => selectColleagueOwners(tx, userId))) {
      const parameters = { step, name: owner.name, deadlineAt: new Date(deadlineAt) };
      await sendMail(work, mailer, {
        template: 'email_contact_recovery_member',
        eventId: `${eventId}.${owner.customerId}.${owner.ownerId}`,
        side: 'person',
        id: owner.ownerId,
        parameters,
      });
    }
  }),
  externalHandler(contactRecoverySent, 'mail-contact-confirm', async (work, { eventId, payload }) => {
    const { requestId: id, isTaken, expiresAt } = payload;
    const mail = { eventId, side: 'new-contact', id } as const;
    if (isTaken) return sendMail(work, mailer, { ...mail, template: 'email_already_registered', parameters: {} });
    const phone = await work.transaction(({ tx }) => selectNewPhone(tx, id));
    const confirmLink = mailer.contactConfirmLink(id, phone && maskPhone(phone));
    const parameters = { confirmLink, expiresAt: new Date(expiresAt) };
    return sendMail(work, mailer, { ...mail, template: 'email_contact_confirm', parameters });
  }),
];

/** While it can still be stopped, with the link that stops it. */
const mailFactorReset =
  (mailer: Mailer): ExternalHandler<FactorResetChanged> =>
  (work, { eventId, payload }) => {
    const { userId: id, state, linkId, expiresAt, appliesAt } = payload;
    const to = { eventId, side: 'person', id } as const;
    const resetLink = mailer.factorResetLink(linkId);
    switch (state) {
      case 'requested': {
        const parameters = { resetLink, expiresAt: new Date(expiresAt) };
        return sendMail(work, mailer, { ...to, template: 'email_factor_reset_requested', parameters });
      }
      case 'submitted':
        return sendMail(work, mailer, { ...to, template: 'email_factor_reset_submitted', parameters: { resetLink } });
      case 'approved': {
        const parameters = { resetLink, takesEffectAt: new Date(appliesAt ?? expiresAt) };
        return sendMail(work, mailer, { ...to, template: 'email_factor_reset_approved', parameters });
      }
      case 'applied':
        return sendMail(work, mailer, { ...to, template: 'email_factor_reset_applied', parameters: {} });
      case 'refused':
      case 'cancelled':
      case 'expired': {
        const parameters = { step: factorResetStep(payload) };
        return sendMail(work, mailer, { ...to, template: 'email_factor_reset_ended', parameters });
      }
    }
  };
