import { emailChanged, emailChangeRequested } from '../../customers/email-change/email-change.ts';
import { registrationConfirmed, registrationRequested } from '../../customers/registration/registration.ts';
import { deviceDisowned, newDeviceUsed } from '../../identity/device/device.ts';
import { type PasswordChanged, passwordChanged } from '../../identity/password/password.ts';
import { pinLocked } from '../../identity/pin/pin.ts';
import { passwordReset, recoveryRequested } from '../../identity/recovery/recovery.ts';
import {
  type FactorUse,
  factorAdded,
  factorRemoved,
  recoveryCodesReplaced,
  recoveryCodeUsed,
} from '../../identity/second-factor/second-factor.ts';
import { signInLocked } from '../../identity/session/session.ts';
import {
  type ExternalHandler,
  type ExternalHandlerContext,
  externalHandler,
  type Subscription,
} from '../../platform/events/relay.ts';
import { compose } from '../../platform/mail/compose.ts';
import type { SendMail } from '../../platform/mail/smtp.ts';
import type { MailParameters, MailTemplate } from '../../platform/mail/templates.ts';
import { countryNameOf } from '../../reference/country/country.ts';
import { deliverMessage } from '../outgoing-message/outgoing-message.ts';
import { type RecipientSide, selectLoginName, selectRecipient, selectRegistration } from './email.read.ts';

export type Mailer = Readonly<{
  send: SendMail;
  supportPhone: string;
  deviceLink: string;
  resetLink: (requestId: string) => string;
  confirmLink: (requestId: string) => string;
  emailCode: (requestId: string, side: 'old' | 'new') => string;
}>;

export const mailListeners = (mailer: Mailer): Subscription[] => [
  ...securityMails(mailer),
  ...emailChangeMails(mailer),
  ...registrationMails(mailer),
  ...secondFactorMails(mailer),
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

const secondFactorMails = (mailer: Mailer): Subscription[] => [
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

type MailRequest<T extends MailTemplate> = Readonly<{
  template: T;
  eventId: bigint;
  side: RecipientSide;
  id: string;
  parameters: MailParameters<T>;
}>;

async function sendMail<T extends MailTemplate>(
  work: ExternalHandlerContext,
  { send, supportPhone }: Mailer,
  { template, eventId, side, id, parameters }: MailRequest<T>,
): Promise<void> {
  const recipient = await work.transaction(({ tx }) => selectRecipient(tx, side, id));
  if (!recipient) return;
  const firstName = recipient.name.trim().split(/\s+/, 1)[0] ?? '';
  const composed = compose(template, { firstName, supportPhone, language: recipient.language }, parameters);
  const mail = { ...composed, id: `${template}.${eventId}`, to: recipient.email };
  await deliverMessage(work, { id: mail.id, channel: 'email', template, recipient: `${side}:${id}` }, () => send(mail));
}
