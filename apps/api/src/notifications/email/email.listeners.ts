import { type ClosureStateChange, closureStateChanged } from '../../customers/closure/closure.ts';
import { type AccountStatusChange, accountStatusChanged, selectOwnerIds } from '../../customers/customer/customer.ts';
import { emailChanged, emailChangeRequested } from '../../customers/email-change/email-change.ts';
import { registrationConfirmed, registrationRequested } from '../../customers/registration/registration.ts';
import { deviceDisowned, newDeviceUsed } from '../../identity/device/device.ts';
import { type PasswordChanged, passwordChanged } from '../../identity/password/password.ts';
import { pinLocked } from '../../identity/pin/pin.ts';
import { passwordReset, recoveryRequested } from '../../identity/recovery/recovery.ts';
import { signInLocked } from '../../identity/session/session.ts';
import { type ExternalHandler, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { countryNameOf } from '../../reference/country/country.ts';
import { cardMails } from './card-mails.ts';
import { kycMails, partnerMails, priceRiseMails, referralMails, statementMails } from './customer-mails.ts';
import { selectLoginName, selectRegistration } from './email.read.ts';
import { helpMails, secondFactorMails, staffMails, userMails, visitMails } from './person-mails.ts';
import { type Mailer, sendMail } from './send-mail.ts';

export const mailListeners = (mailer: Mailer): Subscription[] => [
  ...securityMails(mailer),
  ...emailChangeMails(mailer),
  ...registrationMails(mailer),
  ...kycMails(mailer),
  externalHandler(closureStateChanged, 'mail-closure', mailClosure(mailer)),
  externalHandler(accountStatusChanged, 'mail-account-status', mailAccountStatus(mailer)),
  ...staffMails(mailer),
  ...visitMails(mailer),
  ...userMails(mailer),
  ...helpMails(mailer),
  ...secondFactorMails(mailer),
  ...cardMails(mailer),
  ...partnerMails(mailer),
  ...priceRiseMails(mailer),
  ...referralMails(mailer),
  ...statementMails(mailer),
];

const securityMails = (mailer: Mailer): Subscription[] => [
  externalHandler(pinLocked, 'mail-pin-locked', (work, { eventId, payload: { userId, at } }) =>
    sendMail(work, mailer, {
      template: 'email_pin_locked',
      eventId,
      side: 'person',
      id: userId,
      parameters: { lockedAt: new Date(at) },
    }),
  ),
  externalHandler(signInLocked, 'mail-sign-in-locked', async (work, { eventId, payload: { realm, id, until } }) => {
    if (id === null) return;
    const parameters = { unlocksAt: new Date(until) };
    await sendMail(work, mailer, { template: 'email_login_locked', eventId, side: realm, id, parameters });
  }),
  externalHandler(recoveryRequested, 'mail-reset-password', async (work, { eventId, payload }) => {
    const { requestId, userId, expiresAt: expires } = payload;
    if (userId === null) return;
    const expiresAt = new Date(expires);
    const { loginName, now } = await work.transaction(async (ctx) => ({
      loginName: await selectLoginName(ctx.tx, userId),
      now: ctx.now,
    }));
    if (now >= expiresAt) return;
    const parameters = { resetLink: mailer.resetLink(requestId), expiresAt, loginName };
    await sendMail(work, mailer, { template: 'email_reset_password', eventId, side: 'person', id: userId, parameters });
  }),
  externalHandler(newDeviceUsed, 'mail-new-device', (work, { eventId, payload: { userId, device, country, at } }) =>
    sendMail(work, mailer, {
      template: 'email_new_device',
      eventId,
      side: 'person',
      id: userId,
      parameters: {
        device,
        countryName: country === null ? 'none' : countryNameOf(country),
        loggedInAt: new Date(at),
        deviceLink: mailer.deviceLink,
      },
    }),
  ),
  externalHandler(deviceDisowned, 'mail-device-disowned', (work, { eventId, payload: { userId, at } }) =>
    sendMail(work, mailer, {
      template: 'email_device_disowned',
      eventId,
      side: 'person',
      id: userId,
      parameters: { changedAt: new Date(at) },
    }),
  ),
  externalHandler(passwordReset, 'mail-password-changed', mailPasswordChanged(mailer)),
  externalHandler(passwordChanged, 'mail-own-password-changed', mailPasswordChanged(mailer)),
];

const emailChangeMails = (mailer: Mailer): Subscription[] => [
  externalHandler(emailChangeRequested, 'mail-email-code-old', async (work, { eventId, payload }) => {
    const { requestId: id, expiresAt } = payload;
    const parameters = { code: mailer.emailCode(id, 'old'), expiresAt: new Date(expiresAt) };
    await sendMail(work, mailer, { template: 'email_change_old_address', eventId, side: 'old-email', id, parameters });
  }),
  externalHandler(emailChangeRequested, 'mail-email-code-new', async (work, { eventId, payload }) => {
    const { requestId: id, expiresAt, isTaken } = payload;
    const mail = { eventId, side: 'new-email', id } as const;
    if (isTaken) return sendMail(work, mailer, { ...mail, template: 'email_already_registered', parameters: {} });
    const parameters = { code: mailer.emailCode(id, 'new'), expiresAt: new Date(expiresAt) };
    return sendMail(work, mailer, { ...mail, template: 'email_change_new_address', parameters });
  }),
  externalHandler(emailChanged, 'mail-email-changed', (work, { eventId, payload: { requestId: id, at, device } }) =>
    sendMail(work, mailer, {
      template: 'email_address_changed',
      eventId,
      side: 'old-email',
      id,
      parameters: { changedAt: new Date(at), device },
    }),
  ),
];

const registrationMails = (mailer: Mailer): Subscription[] => [
  externalHandler(registrationRequested, 'mail-confirm-address', async (work, { eventId, payload }) => {
    const { requestId: id, isSilent } = payload;
    const request = await work.transaction(({ tx }) => selectRegistration(tx, id));
    if (isSilent || !request?.isOpen) return;
    const mail = { eventId, side: 'registration', id } as const;
    if (request.isKnown)
      await sendMail(work, mailer, { ...mail, template: 'email_already_registered', parameters: {} });
    else {
      const parameters = { confirmLink: mailer.confirmLink(id), expiresAt: request.expiresAt };
      await sendMail(work, mailer, { ...mail, template: 'email_confirm_address', parameters });
    }
  }),
  externalHandler(registrationConfirmed, 'mail-welcome', (work, { eventId, payload: { userId, memberCode } }) =>
    sendMail(work, mailer, {
      template: 'email_welcome',
      eventId,
      side: 'person',
      id: userId,
      parameters: { memberCode },
    }),
  ),
];

const mailClosure =
  (mailer: Mailer): ExternalHandler<ClosureStateChange> =>
  async (work, { eventId, payload: { userId, state, deadlineAt, requestedBy, closedAt } }) => {
    const mail = { eventId, side: 'person', id: userId } as const;
    if (state === 'closing' && requestedBy === 'customer') {
      const parameters = { closesAt: new Date(deadlineAt) };
      await sendMail(work, mailer, { ...mail, template: 'email_account_closing_requested', parameters });
    }
    if (state === 'closed' && closedAt) {
      const parameters = { closedAt: new Date(closedAt.at), statementsUntil: new Date(closedAt.statementsUntil) };
      await sendMail(work, mailer, { ...mail, template: 'email_account_closed', parameters });
    }
  };

/** Owners are told of what staff set by hand, unless staff chose not to. */
const mailAccountStatus =
  (mailer: Mailer): ExternalHandler<AccountStatusChange> =>
  async (work, { eventId, payload: { customerId, to: status, letter } }) => {
    if (!letter || letter.isSilent) return;
    const owners = await work.transaction(({ tx }) => selectOwnerIds(tx, customerId));
    for (const id of owners) {
      const mail = { eventId: `${eventId}.${id}`, side: 'person', id } as const;
      if (letter.noticeEndsAt) {
        const parameters = { closesAt: new Date(letter.noticeEndsAt), letter: letter.text ?? '' };
        await sendMail(work, mailer, { ...mail, template: 'email_account_closing_by_us', parameters });
      } else
        await sendMail(work, mailer, {
          ...mail,
          template: 'email_account_status_changed',
          parameters: { status, letter: letter.text ?? '' },
        });
    }
  };

/** The same letter after a reset and after a change with the old password. */
const mailPasswordChanged =
  (mailer: Mailer): ExternalHandler<PasswordChanged> =>
  (work, { eventId, payload: { userId, at, device } }) =>
    sendMail(work, mailer, {
      template: 'email_password_changed',
      eventId,
      side: 'person',
      id: userId,
      parameters: { changedAt: new Date(at), device },
    });
