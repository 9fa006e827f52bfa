import { consentRequested, glassBroken } from '../../back-office/ghost-connect/ghost-connect.ts';
import { staffFactorChanged, staffInvited } from '../../back-office/staff/staff.ts';
import { subUserChanged } from '../../back-office/sub-user/sub-user.ts';
import { accessRequestChanged } from '../../customers/access-request/access-request.ts';
import { contactRecoveryChanged, contactRecoverySent } from '../../customers/contact-recovery/contact-recovery.ts';
import { selectColleagueOwners, selectOwnerIds } from '../../customers/customer/customer.ts';
import {
  type FactorResetChanged,
  factorResetChanged,
  factorResetStep,
} from '../../customers/factor-reset/factor-reset.ts';
import { invitationSent } from '../../customers/invitation/invitation.ts';
import { phoneChanged, phoneChangeRequested } from '../../customers/phone-change/phone-change.ts';
import { selectChangeNames, userPinReset, userRightsChanged, userStateChanged } from '../../customers/user/user.ts';
import { maskPhone } from '../../identity/channel/channel.ts';
import { oneTimePasswordSet } from '../../identity/password/password.ts';
import { pinCodeRequested, pinResetByStaff } from '../../identity/pin/pin.ts';
import { recoveryStartedByStaff } from '../../identity/recovery/recovery.ts';
import {
  type FactorUse,
  factorAdded,
  factorRemoved,
  recoveryCodesReplaced,
  recoveryCodeUsed,
} from '../../identity/second-factor/second-factor.ts';
import {
  type ExternalHandler,
  type ExternalHandlerContext,
  externalHandler,
  type Subscription,
} from '../../platform/events/relay.ts';
import { selectInvitation, selectNewPhone } from './email.read.ts';
import { type Mailer, sendMail } from './send-mail.ts';

/** E-mails about changes that colleagues make to a person's access. */
export const userMails = (mailer: Mailer): Subscription[] => [
  externalHandler(invitationSent, 'mail-invitation', async (work, { eventId, payload: { linkId: id } }) => {
    const invitation = await work.transaction(({ tx }) => selectInvitation(tx, id));
    if (!invitation) return;
    const parameters = { ...invitation, inviteLink: mailer.inviteLink(id) };
    await sendMail(work, mailer, { template: 'email_team_invitation', eventId, side: 'invitation', id, parameters });
  }),
  externalHandler(userRightsChanged, 'mail-role-changed', async (work, { eventId, payload }) => {
    const { membershipId: id, role, at } = payload;
    if (!role) return;
    const parameters = {
      ...(await namesOf(work, payload)),
      oldRole: role.before,
      newRole: role.now,
      changedAt: new Date(at),
    };
    await sendMail(work, mailer, { template: 'email_role_changed', eventId, side: 'member', id, parameters });
  }),
  externalHandler(userStateChanged, 'mail-membership-changed', async (work, { eventId, payload }) => {
    const { membershipId: id, state: status, at } = payload;
    const parameters = { ...(await namesOf(work, payload)), status, changedAt: new Date(at) };
    await sendMail(work, mailer, { template: 'email_membership_changed', eventId, side: 'member', id, parameters });
  }),
  externalHandler(userPinReset, 'mail-pin-reset', async (work, { eventId, payload }) => {
    const { membershipId: id, at } = payload;
    const parameters = { ...(await namesOf(work, payload)), changedAt: new Date(at) };
    await sendMail(work, mailer, { template: 'email_pin_reset_by_colleague', eventId, side: 'member', id, parameters });
  }),
];

type Change = Readonly<{ customerId: string; byUserId: string | null }>;

const namesOf = (work: ExternalHandlerContext, change: Change) =>
  work.transaction(({ tx }) => selectChangeNames(tx, change));

export const visitMails = (mailer: Mailer): Subscription[] => [
  externalHandler(consentRequested, 'mail-consent-code', async (work, { eventId, payload }) => {
    const { consentId, userId: id, staffName } = payload;
    const expiresAt = new Date(payload.expiresAt);
    const now = await work.transaction(async (ctx) => ctx.now);
    if (now >= expiresAt) return;
    const parameters = { code: mailer.consentCode(consentId), staffName, expiresAt };
    await sendMail(work, mailer, { template: 'email_consent_code', eventId, side: 'person', id, parameters });
  }),
  externalHandler(glassBroken, 'mail-glass-broken', async (work, { eventId, payload }) => {
    const { recipients, staffName, memberCode, ticket, at } = payload;
    const parameters = { staffName, memberCode, ticket, openedAt: new Date(at) };
    for (const id of recipients) {
      const mail = { eventId: `${eventId}.${id}`, side: 'staff', id } as const;
      await sendMail(work, mailer, { ...mail, template: 'email_glass_broken', parameters });
    }
  }),
];

export const staffMails = (mailer: Mailer): Subscription[] => [
  externalHandler(staffInvited, 'mail-staff-invitation', async (work, { eventId, payload }) => {
    const { linkId, memberId: id, expiresAt } = payload;
    const parameters = { inviteLink: mailer.staffInviteLink(linkId), expiresAt: new Date(expiresAt) };
    await sendMail(work, mailer, { template: 'email_staff_invitation', eventId, side: 'staff', id, parameters });
  }),
  externalHandler(staffFactorChanged, 'mail-staff-factor-changed', async (work, { eventId, payload }) => {
    const { memberId: id, change, at, device } = payload;
    const parameters = { changedAt: new Date(at), device };
    await sendMail(work, mailer, { template: `email_staff_${change}`, eventId, side: 'staff', id, parameters });
  }),
];

export const secondFactorMails = (mailer: Mailer): Subscription[] => [
  externalHandler(factorAdded, 'mail-factor-added', mailFactorUse(mailer, 'email_second_factor_added')),
  externalHandler(factorRemoved, 'mail-factor-removed', (work, event) =>
    mailFactorUse(mailer, event.payload.isLast ? 'email_last_factor_removed' : 'email_second_factor_removed')(
      work,
      event,
    ),
  ),
  externalHandler(recoveryCodeUsed, 'mail-recovery-code-used', mailFactorUse(mailer, 'email_recovery_code_used')),
  externalHandler(
    recoveryCodesReplaced,
    'mail-recovery-codes-made',
    mailFactorUse(mailer, 'email_recovery_codes_made'),
  ),
];

type FactorMail =
  | 'email_second_factor_added'
  | 'email_second_factor_removed'
  | 'email_last_factor_removed'
  | 'email_recovery_code_used'
  | 'email_recovery_codes_made';

const mailFactorUse =
  (mailer: Mailer, template: FactorMail): ExternalHandler<FactorUse> =>
  (work, { eventId, payload: { userId, at, device } }) =>
    sendMail(work, mailer, {
      template,
      eventId,
      side: 'person',
      id: userId,
      parameters: { changedAt: new Date(at), device },
    });

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
