import { consentRequested } from '../../back-office/ghost-connect/ghost-connect.ts';
import { subUserChanged } from '../../back-office/sub-user/sub-user.ts';
import { accessRequestChanged } from '../../customers/access-request/access-request.ts';
import { contactRecoveryChanged, contactRecoverySent } from '../../customers/contact-recovery/contact-recovery.ts';
import { selectColleagueOwners } from '../../customers/customer/customer.ts';
import { emailChanged, emailChangeRequested } from '../../customers/email-change/email-change.ts';
import { factorResetChanged, factorResetStep } from '../../customers/factor-reset/factor-reset.ts';
import { invitationSent } from '../../customers/invitation/invitation.ts';
import { phoneChanged, phoneChangeRequested } from '../../customers/phone-change/phone-change.ts';
import { selectChangeNames, userPinReset, userRightsChanged, userStateChanged } from '../../customers/user/user.ts';
import { maskPhone } from '../../identity/channel/channel.ts';
import { deviceDisowned, newDeviceUsed } from '../../identity/device/device.ts';
import { oneTimePasswordSet, type PasswordChanged, passwordChanged } from '../../identity/password/password.ts';
import { pinCodeRequested, pinLocked, pinResetByStaff } from '../../identity/pin/pin.ts';
import { passwordReset, recoveryRequested, recoveryStartedByStaff } from '../../identity/recovery/recovery.ts';
import {
  factorAdded,
  factorRemoved,
  recoveryCodesReplaced,
  recoveryCodeUsed,
} from '../../identity/second-factor/second-factor.ts';
import { signInLocked } from '../../identity/session/session.ts';
import { externalHandler } from '../../platform/events/relay.ts';
import { countryNameOf } from '../../reference/country/country.ts';
import { selectInvitation, selectLoginName, selectNewPhone } from './email.read.ts';
import { type Mail, mail, mailText, member, owners, sendMail, toOne, user } from './send-mail.ts';

type Request = Readonly<{ requestId: string }>;
const oldEmail = toOne<Request>('old-email', ({ requestId }) => requestId);
const newEmail = toOne<Request>('new-email', ({ requestId }) => requestId);
const oldContact = toOne<Request>('old-contact', ({ requestId }) => requestId);
const newContact = toOne<Request>('new-contact', ({ requestId }) => requestId);

/** The same letter after a reset and after a change with the old password. */
const passwordText = ({ at, device }: PasswordChanged) =>
  mailText('email_password_changed', { changedAt: new Date(at), device });

export const userMails: readonly Mail[] = [
  // How a person signs in and confirms.
  mail(pinLocked, 'mail-pin-locked', {
    to: user,
    text: ({ at }) => mailText('email_pin_locked', { lockedAt: new Date(at) }),
  }),
  mail(signInLocked, 'mail-sign-in-locked', {
    to: ({ realm, id }) => (id === null ? [] : [{ side: realm, id }]),
    text: ({ until }) => mailText('email_login_locked', { unlocksAt: new Date(until) }),
  }),
  mail(recoveryRequested, 'mail-reset-password', {
    to: user,
    text: async ({ requestId, userId, expiresAt: expires }, { mailer, transaction }) => {
      if (userId === null) return undefined;
      const expiresAt = new Date(expires);
      const { loginName, now } = await transaction(async (ctx) => ({
        loginName: await selectLoginName(ctx.tx, userId),
        now: ctx.now,
      }));
      if (now >= expiresAt) return undefined;
      return mailText('email_reset_password', { resetLink: mailer.resetLink(requestId), expiresAt, loginName });
    },
  }),
  mail(newDeviceUsed, 'mail-new-device', {
    to: user,
    text: ({ device, country, at }, { mailer }) =>
      mailText('email_new_device', {
        device,
        countryName: country === null ? 'none' : countryNameOf(country),
        loggedInAt: new Date(at),
        deviceLink: mailer.deviceLink,
      }),
  }),
  mail(deviceDisowned, 'mail-device-disowned', {
    to: user,
    text: ({ at }) => mailText('email_device_disowned', { changedAt: new Date(at) }),
  }),
  mail(passwordReset, 'mail-password-changed', { to: user, text: passwordText }),
  mail(passwordChanged, 'mail-own-password-changed', { to: user, text: passwordText }),
  mail(factorAdded, 'mail-factor-added', {
    to: user,
    text: ({ at, device }) => mailText('email_second_factor_added', { changedAt: new Date(at), device }),
  }),
  mail(factorRemoved, 'mail-factor-removed', {
    to: user,
    text: ({ at, device, isLast }) =>
      mailText(isLast ? 'email_last_factor_removed' : 'email_second_factor_removed', {
        changedAt: new Date(at),
        device,
      }),
  }),
  mail(recoveryCodeUsed, 'mail-recovery-code-used', {
    to: user,
    text: ({ at, device }) => mailText('email_recovery_code_used', { changedAt: new Date(at), device }),
  }),
  mail(recoveryCodesReplaced, 'mail-recovery-codes-made', {
    to: user,
    text: ({ at, device }) => mailText('email_recovery_codes_made', { changedAt: new Date(at), device }),
  }),
  mail(pinCodeRequested, 'mail-pin-code', {
    to: user,
    text: ({ codeId, channel, expiresAt }, { mailer }) =>
      channel === 'email'
        ? mailText('email_pin_code', { code: mailer.pinCode(codeId), expiresAt: new Date(expiresAt) })
        : undefined,
  }),

  // Changes of the e-mail address and the phone number.
  mail(emailChangeRequested, 'mail-email-code-old', {
    to: oldEmail,
    text: ({ requestId, expiresAt }, { mailer }) =>
      mailText('email_change_old_address', {
        code: mailer.emailCode(requestId, 'old'),
        expiresAt: new Date(expiresAt),
      }),
  }),
  mail(emailChangeRequested, 'mail-email-code-new', {
    to: newEmail,
    text: ({ requestId, expiresAt, isTaken }, { mailer }) =>
      isTaken
        ? mailText('email_already_registered', {})
        : mailText('email_change_new_address', {
            code: mailer.emailCode(requestId, 'new'),
            expiresAt: new Date(expiresAt),
          }),
  }),
  mail(emailChanged, 'mail-email-changed', {
    to: oldEmail,
    text: ({ at, device }) => mailText('email_address_changed', { changedAt: new Date(at), device }),
  }),
  mail(phoneChangeRequested, 'mail-phone-code', {
    to: user,
    text: ({ requestId, channel, expiresAt }, { mailer }) =>
      channel === 'email'
        ? mailText('email_phone_code', { code: mailer.phoneCode(requestId), expiresAt: new Date(expiresAt) })
        : undefined,
  }),
  mail(phoneChanged, 'mail-phone-changed', {
    to: user,
    text: ({ at }) => mailText('email_phone_changed', { changedAt: new Date(at) }),
  }),
  mail(contactRecoveryChanged, 'mail-contact-recovery', {
    to: oldContact,
    text: ({ requestId, step, at, deadlineAt }, { mailer }) => {
      if (step === 'prepared' || step === 'approved' || step === 'confirming') {
        const stopLink = mailer.contactStopLink(requestId);
        return mailText('email_contact_recovery', { step, deadlineAt: new Date(deadlineAt), stopLink });
      }
      const parameters = { step, changedAt: new Date(at) };
      return mailText('email_contact_recovery_ended', parameters);
    },
  }),
  // Each of them reads the name by which their business knows the person.
  (mailer) =>
    externalHandler(contactRecoveryChanged, 'mail-contact-recovery-member', async (work, { eventId, payload }) => {
      const { userId, step, deadlineAt } = payload;
      for (const { customerId, ownerId: id, name } of await work.transaction(({ tx }) =>
        selectColleagueOwners(tx, userId),
      )) {
        const parameters = { step, name, deadlineAt: new Date(deadlineAt) };
        const to = { side: 'person', id, part: `${customerId}.${id}` } as const;
        await sendMail(work, mailer, eventId, to, mailText('email_contact_recovery_member', parameters));
      }
    }),
  mail(contactRecoverySent, 'mail-contact-confirm', {
    to: newContact,
    text: async ({ requestId, isTaken, expiresAt }, { mailer, transaction }) => {
      if (isTaken) return mailText('email_already_registered', {});
      const phone = await transaction(({ tx }) => selectNewPhone(tx, requestId));
      const confirmLink = mailer.contactConfirmLink(requestId, phone && maskPhone(phone));
      return mailText('email_contact_confirm', { confirmLink, expiresAt: new Date(expiresAt) });
    },
  }),

  // What staff did for a person, or with the people of a customer.
  mail(oneTimePasswordSet, 'mail-one-time-password', {
    to: user,
    text: ({ at, until }) =>
      mailText('email_one_time_password', { changedAt: new Date(at), expiresAt: new Date(until) }),
  }),
  mail(pinResetByStaff, 'mail-pin-reset-by-us', {
    to: user,
    text: ({ at }, { mailer }) =>
      mailText('email_pin_reset_by_us', { changedAt: new Date(at), pinLink: mailer.pinLink }),
  }),
  mail(recoveryStartedByStaff, 'mail-password-link', {
    to: user,
    text: ({ requestId, at, expiresAt }, { mailer }) =>
      mailText('email_password_link', {
        changedAt: new Date(at),
        expiresAt: new Date(expiresAt),
        resetLink: mailer.resetLink(requestId),
      }),
  }),
  // While it can still be stopped, with the link that stops it.
  mail(factorResetChanged, 'mail-factor-reset', {
    to: user,
    text: (reset, { mailer }) => {
      const { state, linkId, expiresAt, appliesAt } = reset;
      const resetLink = mailer.factorResetLink(linkId);
      switch (state) {
        case 'requested':
          return mailText('email_factor_reset_requested', { resetLink, expiresAt: new Date(expiresAt) });
        case 'submitted':
          return mailText('email_factor_reset_submitted', { resetLink });
        case 'approved':
          return mailText('email_factor_reset_approved', {
            resetLink,
            takesEffectAt: new Date(appliesAt ?? expiresAt),
          });
        case 'applied':
          return mailText('email_factor_reset_applied', {});
        case 'refused':
        case 'cancelled':
        case 'expired':
          return mailText('email_factor_reset_ended', { step: factorResetStep(reset) });
      }
    },
  }),
  mail(accessRequestChanged, 'mail-access-request', {
    to: owners,
    text: ({ name, step, takesEffectAt }) => {
      const parameters = { name, step, takesEffectAt: new Date(takesEffectAt ?? 0) };
      return mailText('email_access_request', parameters);
    },
  }),
  mail(subUserChanged, 'mail-sub-user-changed', {
    to: owners,
    text: ({ name, change: type }) => mailText('email_sub_user_changed', { name, type }),
  }),
  mail(consentRequested, 'mail-consent-code', {
    to: user,
    text: async ({ consentId, staffName, expiresAt: expires }, { mailer, transaction }) => {
      const expiresAt = new Date(expires);
      const now = await transaction(async (ctx) => ctx.now);
      if (now >= expiresAt) return undefined;
      return mailText('email_consent_code', { code: mailer.consentCode(consentId), staffName, expiresAt });
    },
  }),

  // What colleagues changed for a person.
  mail(invitationSent, 'mail-invitation', {
    to: toOne('invitation', ({ linkId }) => linkId),
    text: async ({ linkId }, { mailer, transaction }) => {
      const invitation = await transaction(({ tx }) => selectInvitation(tx, linkId));
      return invitation && mailText('email_team_invitation', { ...invitation, inviteLink: mailer.inviteLink(linkId) });
    },
  }),
  mail(userRightsChanged, 'mail-role-changed', {
    to: member,
    text: async (change, { transaction }) => {
      const { role, at } = change;
      if (!role) return undefined;
      const names = await transaction(({ tx }) => selectChangeNames(tx, change));
      const changedAt = new Date(at);
      return mailText('email_role_changed', { ...names, oldRole: role.before, newRole: role.now, changedAt });
    },
  }),
  mail(userStateChanged, 'mail-membership-changed', {
    to: member,
    text: async (change, { transaction }) => {
      const names = await transaction(({ tx }) => selectChangeNames(tx, change));
      return mailText('email_membership_changed', { ...names, status: change.state, changedAt: new Date(change.at) });
    },
  }),
  mail(userPinReset, 'mail-pin-reset', {
    to: member,
    text: async (change, { transaction }) => {
      const names = await transaction(({ tx }) => selectChangeNames(tx, change));
      return mailText('email_pin_reset_by_colleague', { ...names, changedAt: new Date(change.at) });
    },
  }),
];
