import { deriveConsentCode, deriveConsentKey } from './back-office/ghost-connect/ghost-connect.ts';
import { deriveStaffInvitationKey, deriveStaffInvitationToken } from './back-office/staff/staff.ts';
import { type Config, siteOf } from './config.ts';
import { deriveContactRecoveryKey, deriveContactToken } from './customers/contact-recovery/contact-recovery.ts';
import { deriveEmailCode, deriveEmailCodeKey } from './customers/email-change/email-change.ts';
import { deriveFactorResetCode, deriveFactorResetKey } from './customers/factor-reset/factor-reset.ts';
import { deriveHelpTextKey } from './customers/help/help.ts';
import { deriveInvitationKey, deriveInvitationToken } from './customers/invitation/invitation.ts';
import { derivePersonCode, derivePersonKey } from './customers/kyc/kyc.ts';
import { derivePhoneCode, derivePhoneCodeKey } from './customers/phone-change/phone-change.ts';
import { deriveConfirmCode, deriveConfirmKey } from './customers/registration/registration.ts';
import { derivePinCode, derivePinCodeKey } from './identity/pin/pin.ts';
import { deriveResetToken, deriveResetTokenKey } from './identity/recovery/recovery.ts';
import type { Mailer } from './notifications/email/send-mail.ts';
import { openSmtp } from './platform/mail/smtp.ts';

export function openMailer(config: Config): Mailer {
  const { smtpUrl, from, supportPhone, timeoutMs } = config.mail;
  const { pinPepper } = config;
  const site = siteOf(config);
  const key = deriveResetTokenKey(pinPepper);
  const secretLink: SecretLink = (path, secret) => {
    const link = new URL(path, site);
    // In the fragment, which browsers send to no server, so that no log can hold it.
    link.hash = secret;
    return link.href;
  };
  const codeLink = (path: string, parts: Readonly<Record<string, string>>): string =>
    secretLink(path, new URLSearchParams(parts).toString());
  const resetLink = (requestId: string) => secretLink('/forgot-login', deriveResetToken(key, requestId));
  const codeKey = deriveEmailCodeKey(pinPepper);
  const emailCode = (requestId: string, side: 'old' | 'new') => deriveEmailCode(codeKey, requestId, side);
  const pinCodeKey = derivePinCodeKey(pinPepper);
  const phoneCodeKey = derivePhoneCodeKey(pinPepper);
  const confirmKey = deriveConfirmKey(pinPepper);
  const confirmLink = (id: string) => codeLink('/register-confirm', { id, code: deriveConfirmCode(confirmKey, id) });
  const invitationKey = deriveInvitationKey(pinPepper);
  const inviteLink = (linkId: string) => secretLink('/invitation', deriveInvitationToken(invitationKey, linkId));
  const staffInvitationKey = deriveStaffInvitationKey(pinPepper);
  const staffInviteLink = (linkId: string) =>
    secretLink('/manage-invitation', deriveStaffInvitationToken(staffInvitationKey, linkId));
  const consentKey = deriveConsentKey(pinPepper);
  const consentCode = (consentId: string) => deriveConsentCode(consentKey, consentId);
  const deviceLink = new URL('/device', site).href;
  const pinLink = new URL('/dashboard#pin', site).href;
  const statementLink = new URL('/statement?export=latest', site).href;
  const tariffLink = (tier: 'plus' | 'wallet') =>
    new URL(tier === 'plus' ? '/price-tariff' : '/wallet/price-tariff', site).href;
  const closeLink = new URL('/request/delete/account', site).href;
  const personKey = derivePersonKey(pinPepper);
  const personLink = (person: string, linkId: string) =>
    codeLink('/know-your-customer', { person, code: derivePersonCode(personKey, linkId) });
  const factorResetKey = deriveFactorResetKey(pinPepper);
  const factorResetLink = (id: string) =>
    codeLink('/reset-second-factor', { id, code: deriveFactorResetCode(factorResetKey, id) });
  return {
    send: openSmtp(smtpUrl, from, timeoutMs),
    supportPhone,
    supportEmail: config.support.email,
    answerHours: config.support.answerHours,
    complaintDays: config.support.complaintDays,
    helpTextKey: deriveHelpTextKey(pinPepper),
    deviceLink,
    pinLink,
    statementLink,
    tariffLink,
    closeLink,
    resetLink,
    factorResetLink,
    confirmLink,
    inviteLink,
    staffInviteLink,
    emailCode,
    pinCode: (codeId) => derivePinCode(pinCodeKey, codeId),
    phoneCode: (requestId) => derivePhoneCode(phoneCodeKey, requestId, 'own'),
    consentCode,
    ...contactLinks(deriveContactRecoveryKey(pinPepper), secretLink),
    personLink,
  };
}

type SecretLink = (path: string, secret: string) => string;

/** One page: what its link carries says whether it stops or confirms. */
const contactLinks = (key: Buffer, secretLink: SecretLink): Pick<Mailer, 'contactConfirmLink' | 'contactStopLink'> => {
  const link = (fields: Record<string, string>) =>
    secretLink('/contact-recovery', new URLSearchParams(fields).toString());
  return {
    contactConfirmLink: (id, phone) =>
      link({ confirm: deriveContactToken(key, id, 'confirm'), ...(phone !== null && { phone }) }),
    contactStopLink: (id) => link({ stop: deriveContactToken(key, id, 'stop') }),
  };
};
