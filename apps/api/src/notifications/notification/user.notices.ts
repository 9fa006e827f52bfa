import { message } from '@larkmere/messages/message';
import { consentRequested, visitEnded } from '../../back-office/ghost-connect/ghost-connect.ts';
import { subUserChanged } from '../../back-office/sub-user/sub-user.ts';
import { accessRequestChanged } from '../../customers/access-request/access-request.ts';
import {
  type ContactRecoveryChanged,
  contactRecoveryChanged,
} from '../../customers/contact-recovery/contact-recovery.ts';
import { findCustomer, selectColleagueOwners } from '../../customers/customer/customer.ts';
import { emailChanged } from '../../customers/email-change/email-change.ts';
import { factorResetChanged, factorResetStep } from '../../customers/factor-reset/factor-reset.ts';
import { invitationAnswered } from '../../customers/invitation/invitation.ts';
import { phoneChanged } from '../../customers/phone-change/phone-change.ts';
import { selectChangeNames, userRightsChanged, userStateChanged } from '../../customers/user/user.ts';
import { deviceDisowned, newDeviceUsed } from '../../identity/device/device.ts';
import { oneTimePasswordSet, passwordChanged } from '../../identity/password/password.ts';
import { coolingHours, pinLocked, pinResetByStaff } from '../../identity/pin/pin.ts';
import { passwordReset, recoveryStartedByStaff } from '../../identity/recovery/recovery.ts';
import {
  factorAdded,
  factorRemoved,
  recoveryCodesReplaced,
  recoveryCodeUsed,
} from '../../identity/second-factor/second-factor.ts';
import { signInLocked } from '../../identity/session/session.ts';
import { type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { countryNameOf } from '../../reference/country/country.ts';
import { selectInvited } from './notification.read.ts';
import {
  deliverPersonalNotice,
  type NoticeRow,
  notice,
  noticeText,
  notify,
  owners,
  personalNotice,
  user,
} from './notification.ts';

const recoveryOf = ({ step, deadlineAt }: ContactRecoveryChanged) => ({ step, deadlineAt: new Date(deadlineAt) });

const contactRecovery: NoticeRow<ContactRecoveryChanged> = {
  type: ({ step }) => `contact_recovery.${step}`,
  readers: [user],
  text: (recovery) => noticeText('warning', 'notice_contact_recovery', recoveryOf(recovery)),
  link: '/profile',
  refreshSession: true,
};

export const userNotices: readonly Subscription[] = [
  // How a person signs in and confirms.
  personalNotice(pinLocked, 'notify-pin-locked', {
    type: 'pin.locked',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_pin_locked', { lockedAt: new Date(at) }),
  }),
  personalNotice(signInLocked, 'notify-sign-in-locked', {
    type: 'session.sign_in_locked',
    readers: [({ id }) => (id === null ? [] : [id])],
    // Staff have no notifications.
    text: ({ realm, until }) =>
      realm === 'person' ? noticeText('warning', 'notice_login_locked', { unlocksAt: new Date(until) }) : undefined,
  }),
  personalNotice(emailChanged, 'notify-email-changed', {
    type: 'email_change.confirmed',
    readers: [user],
    text: ({ at, email }) =>
      noticeText('warning', 'notice_email_changed', { changedAt: new Date(at), email, hours: coolingHours }),
  }),
  personalNotice(phoneChanged, 'notify-phone-changed', {
    type: 'phone_change.confirmed',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_phone_changed', { changedAt: new Date(at) }),
  }),
  personalNotice(passwordChanged, 'notify-password-changed', {
    type: 'password.changed',
    readers: [user],
    text: ({ at, device }) => ({
      severity: 'warning',
      title: message('notice_password_reset_title'),
      message: message('notice_password_changed', { changedAt: new Date(at), device }),
    }),
  }),
  personalNotice(passwordReset, 'notify-password-reset', {
    type: 'recovery.password_reset',
    readers: [user],
    text: ({ at, device }) =>
      noticeText('warning', 'notice_password_reset', { changedAt: new Date(at), device, hours: coolingHours }),
  }),
  personalNotice(newDeviceUsed, 'notify-new-device', {
    type: 'device.new_device_used',
    readers: [user],
    text: ({ device, country, at }) =>
      noticeText('warning', 'notice_new_device', {
        loggedInAt: new Date(at),
        device,
        countryName: country === null ? 'none' : countryNameOf(country),
      }),
    link: '/device',
  }),
  personalNotice(deviceDisowned, 'notify-device-disowned', {
    type: 'device.disowned',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_device_disowned', { changedAt: new Date(at) }),
  }),
  personalNotice(factorAdded, 'notify-factor-added', {
    type: 'second_factor.added',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_second_factor_added', { changedAt: new Date(at) }),
    link: '/device',
  }),
  personalNotice(factorRemoved, 'notify-factor-removed', {
    type: 'second_factor.removed',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_second_factor_removed', { changedAt: new Date(at) }),
    link: '/device',
  }),
  personalNotice(recoveryCodeUsed, 'notify-recovery-code-used', {
    type: 'second_factor.recovery_code_used',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_recovery_code_used', { changedAt: new Date(at) }),
    link: '/device',
  }),
  personalNotice(recoveryCodesReplaced, 'notify-recovery-codes-made', {
    type: 'second_factor.recovery_codes_made',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_recovery_codes_made', { changedAt: new Date(at) }),
    link: '/device',
  }),

  // What staff did for a person, or with the people of a customer.
  personalNotice(oneTimePasswordSet, 'notify-one-time-password', {
    type: 'password.one_time_set',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_one_time_password', { changedAt: new Date(at) }),
  }),
  personalNotice(pinResetByStaff, 'notify-pin-reset', {
    type: 'pin.reset_by_staff',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_pin_reset', { changedAt: new Date(at) }),
  }),
  personalNotice(recoveryStartedByStaff, 'notify-password-ended', {
    type: 'recovery.started_by_staff',
    readers: [user],
    text: ({ at }) => noticeText('warning', 'notice_password_ended', { changedAt: new Date(at) }),
  }),
  // A person may have lost the second factor, or somebody else says so.
  personalNotice(factorResetChanged, 'notify-factor-reset', {
    type: ({ state }) => `factor_reset.${state}`,
    readers: [user],
    text: (reset) =>
      reset.state === 'approved'
        ? {
            severity: 'warning',
            title: message('notice_factor_reset_title'),
            message: message('notice_factor_reset_approved', { takesEffectAt: new Date(reset.appliesAt ?? 0) }),
          }
        : noticeText('warning', 'notice_factor_reset', { step: factorResetStep(reset) }),
    link: '/device',
  }),
  // What staff prepared, to the owners who decide it.
  notice(accessRequestChanged, 'notify-access-request', {
    type: ({ step }) => `access_request.${step}`,
    readers: [owners],
    text: ({ name, step, takesEffectAt }) => {
      const values = { name, step, takesEffectAt: new Date(takesEffectAt ?? 0) };
      return noticeText('warning', 'notice_access_request', values);
    },
    link: async ({ customerId }, tx) => {
      const customer = await findCustomer(tx, customerId);
      return customer?.kind === 'wallet' ? '/wallet/user-management' : '/user-management';
    },
  }),
  notice(subUserChanged, 'notify-sub-user-changed', {
    type: ({ change }) => `sub_user.${change}`,
    readers: [owners],
    text: ({ change, name }) => ({
      severity: 'warning',
      title: message('notice_sub_user_title'),
      message: message(`notice_sub_user_${change}`, { name }),
    }),
  }),
  // The person, who can stop it there, and the owners of the businesses that the person works for.
  transactionalHandler(contactRecoveryChanged, 'notify-contact-recovery', async (ctx, delivery) => {
    await deliverPersonalNotice(contactRecovery)(ctx, delivery);
    const { eventId, payload } = delivery;
    for (const { customerId, ownerId, name } of await selectColleagueOwners(ctx.tx, payload.userId)) {
      const text = noticeText('warning', 'notice_contact_recovery_member', { ...recoveryOf(payload), name });
      const type = `contact_recovery.${payload.step}_of_member`;
      const to = { customerId, people: [ownerId], about: { kind: 'none' } } as const;
      await notify(ctx, to, { eventId, type, ...text, link: null });
    }
  }),
  // Without the code: staff who look at the account read notifications too.
  notice(consentRequested, 'notify-consent-requested', {
    type: 'ghost_connect.consent_requested',
    readers: [user],
    text: ({ staffName, expiresAt: expires }, { now }) => {
      const expiresAt = new Date(expires);
      return expiresAt > now ? noticeText('warning', 'notice_consent_requested', { staffName, expiresAt }) : undefined;
    },
    link: '/profile',
  }),
  notice(visitEnded, 'notify-visit-ended', {
    type: 'ghost_connect.visit_ended',
    readers: [user],
    text: ({ staffName, ticket, openedAt }) =>
      noticeText('info', 'notice_visit_ended', { staffName, ticket, openedAt: new Date(openedAt) }),
    link: '/profile',
  }),

  // What colleagues changed for a person.
  notice(invitationAnswered, 'notify-invitation-answered', {
    type: ({ answer }) => `invitation.${answer}`,
    readers: [({ inviterId }) => [inviterId]],
    text: async ({ membershipId, answer }, { tx }) => {
      const { name, email } = await selectInvited(tx, membershipId);
      return answer === 'accepted'
        ? noticeText('success', 'notice_invitation_accepted', { name })
        : noticeText('info', 'notice_invitation_declined', { email });
    },
  }),
  // Rights are read on every request; the person's open pages load the new ones at once.
  notice(userRightsChanged, 'notify-user-rights', {
    type: 'user.rights_changed',
    readers: [user],
    text: async (change, { tx }) =>
      noticeText('info', 'notice_user_rights_changed', await selectChangeNames(tx, change)),
    refreshSession: true,
  }),
  // A person who is suspended or removed reads no notices of this customer any more, and gets an e-mail.
  notice(userStateChanged, 'notify-user-state', {
    type: 'user.reinstated',
    readers: [user],
    text: async (change, { tx }) =>
      change.state === 'active'
        ? noticeText('success', 'notice_user_reinstated', await selectChangeNames(tx, change))
        : undefined,
  }),
];
