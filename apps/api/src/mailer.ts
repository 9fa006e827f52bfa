import { deriveConsentCode, deriveConsentKey } from './back-office/ghost-connect/ghost-connect.ts';
import { deriveStaffInvitationKey, deriveStaffInvitationToken } from './back-office/staff/staff.ts';
import type { Config } from './config.ts';
import { deriveEmailCode, deriveEmailCodeKey } from './customers/email-change/email-change.ts';
import { deriveInvitationKey, deriveInvitationToken } from './customers/invitation/invitation.ts';
import { derivePersonCode, derivePersonKey } from './customers/kyc/kyc.ts';
import { derivePhoneCode, derivePhoneCodeKey } from './customers/phone-change/phone-change.ts';
import { deriveConfirmCode, deriveConfirmKey } from './customers/registration/registration.ts';
import { derivePinCode, derivePinCodeKey } from './identity/pin/pin.ts';
import { deriveResetToken, deriveResetTokenKey } from './identity/recovery/recovery.ts';
import type { Mailer } from './notifications/email/send-mail.ts';
import { openSmtp } from './platform/mail/smtp.ts';
import { siteOf } from './site.ts';

export function openMailer(config: Config): Mailer {
  const { smtpUrl, from, supportPhone, timeoutMs } = config.mail;
  const { pinPepper } = config;
  const site = siteOf(config);
  const key = deriveResetTokenKey(pinPepper);
  const resetLink = (requestId: string) => new URL(`/forgot-login/${deriveResetToken(key, requestId)}`, site).href;
  const codeKey = deriveEmailCodeKey(pinPepper);
  const emailCode = (requestId: string, side: 'old' | 'new') => deriveEmailCode(codeKey, requestId, side);
  const pinCodeKey = derivePinCodeKey(pinPepper);
  const phoneCodeKey = derivePhoneCodeKey(pinPepper);
  const confirmKey = deriveConfirmKey(pinPepper);
  const confirmLink = (requestId: string) => {
    const link = new URL('/register-confirm', site);
    link.search = new URLSearchParams({ id: requestId, code: deriveConfirmCode(confirmKey, requestId) }).toString();
    return link.href;
  };
  const invitationKey = deriveInvitationKey(pinPepper);
  const inviteLink = (linkId: string) =>
    new URL(`/invitation/${deriveInvitationToken(invitationKey, linkId)}`, site).href;
  const staffInvitationKey = deriveStaffInvitationKey(pinPepper);
  const staffInviteLink = (linkId: string) =>
    new URL(`/manage-invitation/${deriveStaffInvitationToken(staffInvitationKey, linkId)}`, site).href;
  const consentKey = deriveConsentKey(pinPepper);
  const consentCode = (consentId: string) => deriveConsentCode(consentKey, consentId);
  const deviceLink = new URL('/device', site).href;
  const pinLink = new URL('/dashboard#pin', site).href;
  const statementLink = new URL('/statement?export=latest', site).href;
  const tariffLink = (tier: 'plus' | 'wallet') =>
    new URL(tier === 'plus' ? '/price-tariff' : '/wallet/price-tariff', site).href;
  const closeLink = new URL('/request/delete/account', site).href;
  const personKey = derivePersonKey(pinPepper);
  const personLink = (id: string, linkId: string) => {
    const link = new URL('/know-your-customer', site);
    // In the fragment, which browsers send to no server.
    link.hash = new URLSearchParams({ person: id, code: derivePersonCode(personKey, linkId) }).toString();
    return link.href;
  };
  return {
    send: openSmtp(smtpUrl, from, timeoutMs),
    supportPhone,
    deviceLink,
    pinLink,
    statementLink,
    tariffLink,
    closeLink,
    resetLink,
    confirmLink,
    inviteLink,
    staffInviteLink,
    emailCode,
    pinCode: (codeId) => derivePinCode(pinCodeKey, codeId),
    phoneCode: (requestId) => derivePhoneCode(phoneCodeKey, requestId, 'own'),
    consentCode,
    personLink,
  };
}
