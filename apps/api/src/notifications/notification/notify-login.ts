import { type MessageCode, message } from '@larkmere/messages/message';
import type { ContactRecoveryChanged } from '../../customers/contact-recovery/contact-recovery.ts';
import { selectColleagueOwners } from '../../customers/customer/customer.ts';
import type { EmailChanged } from '../../customers/email-change/email-change.ts';
import type { DeviceDisowned, NewDeviceUsed } from '../../identity/device/device.ts';
import type { PasswordChanged } from '../../identity/password/password.ts';
import { coolingHours, type PinLocked } from '../../identity/pin/pin.ts';
import type { PasswordReset } from '../../identity/recovery/recovery.ts';
import type { FactorUse } from '../../identity/second-factor/second-factor.ts';
import type { SignInLocked } from '../../identity/session/session.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { countryNameOf } from '../../reference/country/country.ts';
import { notify } from './notification.ts';

export const notifyNewDevice: TransactionalHandler<NewDeviceUsed> = async (ctx, { eventId, payload }) => {
  const { userId, device, country, at } = payload;
  const countryName = country === null ? 'none' : countryNameOf(country);
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'device.new_device_used',
      severity: 'warning',
      title: message('notice_new_device_title'),
      message: message('notice_new_device', { loggedInAt: new Date(at), device, countryName }),
      link: '/device',
    },
  );
};

export const notifyDeviceDisowned: TransactionalHandler<DeviceDisowned> = async (ctx, { eventId, payload }) => {
  const { userId, at } = payload;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'device.disowned',
      severity: 'warning',
      title: message('notice_device_disowned_title'),
      message: message('notice_device_disowned', { changedAt: new Date(at) }),
      link: null,
    },
  );
};

export const notifyPinLockout: TransactionalHandler<PinLocked> = async (ctx, { eventId, payload: { userId, at } }) => {
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'pin.locked',
      severity: 'warning',
      title: message('notice_pin_locked_title'),
      message: message('notice_pin_locked', { lockedAt: new Date(at) }),
      link: null,
    },
  );
};

/** Staff have no notifications, and an unknown user name has no person to notify. */
export const notifySignInLockout: TransactionalHandler<SignInLocked> = async (ctx, { eventId, payload }) => {
  const { realm, id, until } = payload;
  if (realm !== 'person' || id === null) return;
  await notify(
    ctx,
    { customerId: null, people: [id], about: { kind: 'none' } },
    {
      eventId,
      type: 'session.sign_in_locked',
      severity: 'warning',
      title: message('notice_login_locked_title'),
      message: message('notice_login_locked', { unlocksAt: new Date(until) }),
      link: null,
    },
  );
};

const texts = {
  'second_factor.added': 'notice_second_factor_added',
  'second_factor.removed': 'notice_second_factor_removed',
  'second_factor.recovery_code_used': 'notice_recovery_code_used',
  'second_factor.recovery_codes_made': 'notice_recovery_codes_made',
} as const satisfies Record<string, MessageCode>;

export const notifySecondFactor =
  (type: keyof typeof texts): TransactionalHandler<FactorUse> =>
  async (ctx, { eventId, payload: { userId, at } }) => {
    await notify(
      ctx,
      { customerId: null, people: [userId], about: { kind: 'none' } },
      {
        eventId,
        type,
        severity: 'warning',
        title: message(`${texts[type]}_title`),
        message: message(texts[type], { changedAt: new Date(at) }),
        link: '/device',
      },
    );
  };

export const notifyPasswordChanged: TransactionalHandler<PasswordChanged> = async (ctx, { eventId, payload }) => {
  const { userId, at, device } = payload;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'password.changed',
      severity: 'warning',
      title: message('notice_password_reset_title'),
      message: message('notice_password_changed', { changedAt: new Date(at), device }),
      link: null,
    },
  );
};

export const notifyPasswordReset: TransactionalHandler<PasswordReset> = async (ctx, { eventId, payload }) => {
  const { userId, at, device } = payload;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'recovery.password_reset',
      severity: 'warning',
      title: message('notice_password_reset_title'),
      message: message('notice_password_reset', { changedAt: new Date(at), device, hours: coolingHours }),
      link: null,
    },
  );
};

export const notifyEmailChanged: TransactionalHandler<EmailChanged> = async (ctx, { eventId, payload }) => {
  const { userId, at, email } = payload;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'email_change.confirmed',
      severity: 'warning',
      title: message('notice_email_changed_title'),
      message: message('notice_email_changed', { changedAt: new Date(at), email, hours: coolingHours }),
      link: null,
    },
  );
};

/** The person, who can stop it there, and the owners of the businesses that the person works for. */
export const notifyContactRecovery: TransactionalHandler<ContactRecoveryChanged> = async (
  ctx,
  { eventId, payload: { userId, step, deadlineAt } },
) => {
  const words = { step, deadlineAt: new Date(deadlineAt) };
  const type = `contact_recovery.${step}`;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type,
      severity: 'warning',
      title: message('notice_contact_recovery_title'),
      message: message('notice_contact_recovery', words),
      link: '/profile',
      refreshSession: true,
    },
  );
  for (const { customerId, ownerId, name } of await selectColleagueOwners(ctx.tx, userId)) {
    const ofMember = { ...words, name };
    await notify(
      ctx,
      { customerId, people: [ownerId], about: { kind: 'none' } },
      {
        eventId,
        type: `${type}_of_member`,
        severity: 'warning',
        title: message('notice_contact_recovery_member_title'),
        message: message('notice_contact_recovery_member', ofMember),
        link: null,
      },
    );
  }
};
