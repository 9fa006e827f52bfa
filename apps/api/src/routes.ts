import { bankAccountRoutes } from './accounts/bank-account/bank-account.routes.ts';
import { letterRoutes } from './accounts/letter/letter.routes.ts';
import { ownTransferRoutes } from './accounts/own-transfer/own-transfer.routes.ts';
import { statementRoutes } from './accounts/statement/statement.routes.ts';
import { walletRoutes } from './accounts/wallet/wallet.routes.ts';
import { approvalHandlers } from './approvable-types.ts';
import { approvalRoutes } from './approvals/approval/approval.routes.ts';
import { backOfficeRoutes } from './back-office/back-office.routes.ts';
import { cardRoutes } from './cards/cards.routes.ts';
import { documentRoutes } from './checks/document/document.routes.ts';
import { compareNames } from './checks/screening/screening.ts';
import { type Config, siteOf, verificationAddressOf } from './config.ts';
import { accessRequestRoutes } from './customers/access-request/access-request.routes.ts';
import { agreementRoutes } from './customers/agreement/agreement.routes.ts';
import { closureRoutes } from './customers/closure/closure.routes.ts';
import { contactRecoveryRoutes } from './customers/contact-recovery/contact-recovery.routes.ts';
import { deriveContactRecoveryKey } from './customers/contact-recovery/contact-recovery.ts';
import { customerRoutes } from './customers/customer/customer.routes.ts';
import { emailChangeRoutes } from './customers/email-change/email-change.routes.ts';
import { deriveEmailCodeKey } from './customers/email-change/email-change.ts';
import { factorResetRoutes } from './customers/factor-reset/factor-reset.routes.ts';
import { cancelAfterFactorUse, deriveFactorResetKey } from './customers/factor-reset/factor-reset.ts';
import { helpRoutes } from './customers/help/help.routes.ts';
import { deriveHelpTextKey } from './customers/help/help.ts';
import { introducerPartnerRoutes } from './customers/introducer-partner/introducer-partner.routes.ts';
import { invitationRoutes } from './customers/invitation/invitation.routes.ts';
import { deriveInvitationKey } from './customers/invitation/invitation.ts';
import { kycRoutes } from './customers/kyc/kyc.routes.ts';
import { derivePersonKey } from './customers/kyc/kyc.ts';
import { phoneChangeRoutes } from './customers/phone-change/phone-change.routes.ts';
import { derivePhoneCodeKey } from './customers/phone-change/phone-change.ts';
import { profileRoutes } from './customers/profile/profile.routes.ts';
import { publicReviewRoutes } from './customers/public-review/public-review.routes.ts';
import { referralRoutes } from './customers/referral/referral.routes.ts';
import { registrationRoutes } from './customers/registration/registration.routes.ts';
import { deriveConfirmKey } from './customers/registration/registration.ts';
import { upgradeRoutes } from './customers/upgrade/upgrade.routes.ts';
import { userRoutes } from './customers/user/user.routes.ts';
import { autoFxRoutes } from './fx/auto-fx/auto-fx.routes.ts';
import { conversionRoutes } from './fx/conversion/conversion.routes.ts';
import { manualFxRoutes } from './fx/manual-fx/manual-fx.routes.ts';
import { rateTokenRoutes } from './fx/rate/rate.routes.ts';
import { issueRateToken } from './fx/rate/rate-token.ts';
import { rateAlertRoutes } from './fx/rate-alert/rate-alert.routes.ts';
import { treasuryRoutes } from './fx/treasury/treasury.routes.ts';
import { walletCurrencyRoutes } from './fx/wallet-currency/wallet-currency.routes.ts';
import { deviceRoutes } from './identity/device/device.routes.ts';
import { passwordRoutes } from './identity/password/password.routes.ts';
import { pinRoutes } from './identity/pin/pin.routes.ts';
import { requirePinAuthorisation, voidAuthorisations } from './identity/pin/pin.ts';
import { recoveryRoutes } from './identity/recovery/recovery.routes.ts';
import { deriveResetTokenKey } from './identity/recovery/recovery.ts';
import { startPasswordChange } from './identity/recovery/reset-password.ts';
import { createFactorSettings } from './identity/second-factor/factor-settings.ts';
import { secondFactorRoutes } from './identity/second-factor/second-factor.routes.ts';
import { createLoginFactors, createPinFactors } from './identity/second-factor/verify-factor.ts';
import { deriveNameHashKey } from './identity/session/login-throttle.ts';
import { sessionRoutes } from './identity/session/session.routes.ts';
import { absoluteSeconds, idleSeconds } from './identity/session/session.sql.ts';
import { endDeviceSessions, endOtherSessions, requirePasswordReset } from './identity/session/session.ts';
import type { IssueRateAccess } from './identity/session/session.view.ts';
import { notificationRoutes } from './notifications/notification/notification.routes.ts';
import type { Partners } from './partners.ts';
import { payeeRoutes } from './payees/payee/payee.routes.ts';
import { storeNewPayee } from './payees/payee/save-payee.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import type { Bind } from './platform/http/bind.ts';
import { bankDirectoryRoutes } from './reference/bank-directory/bank-directory.routes.ts';
import { countryRoutes } from './reference/country/country.routes.ts';
import { serviceAvailabilityRoutes } from './reference/service-availability/service-availability.routes.ts';

export function bindRoutes(bind: Bind, config: Config, partners: Partners): void {
  const signIn = { captcha: config.captchaSecret, names: deriveNameHashKey(config.pinPepper) };
  const factors = createFactorSettings(siteOf(config), config.pinPepper, cancelAfterFactorUse);
  const loginFactors = createLoginFactors(factors);
  const resetTokens = deriveResetTokenKey(config.pinPepper);
  sessionRoutes(bind, signIn, issueRateAccess(config), loginFactors, startPasswordChange(resetTokens));
  secondFactorRoutes(bind, factors);
  factorResetRoutes(bind, loginFactors, deriveFactorResetKey(config.pinPepper));
  deviceRoutes(bind, {
    sessionLimits: { idleSeconds, absoluteSeconds },
    endDeviceSessions,
    endOtherSessions,
    requirePasswordReset,
    voidAuthorisations,
    requirePinAuthorisation,
  });
  passwordRoutes(bind);
  emailChangeRoutes(bind, deriveEmailCodeKey(config.pinPepper));
  phoneChangeRoutes(bind, derivePhoneCodeKey(config.pinPepper));
  contactRecoveryRoutes(bind, { ...signIn, contactRecovery: deriveContactRecoveryKey(config.pinPepper) });
  profileRoutes(bind);
  publicReviewRoutes(bind);
  recoveryRoutes(bind, { ...signIn, resetTokens });
  registrationRoutes(bind, { ...signIn, confirmCodes: deriveConfirmKey(config.pinPepper) });
  invitationRoutes(bind, signIn, (invited, name) => compareNames(invited, name) === 'different');
  introducerPartnerRoutes(bind);
  referralRoutes(bind, siteOf(config), deriveConfirmKey(config.pinPepper));
  accessRequestRoutes(bind, deriveInvitationKey(config.pinPepper));
  userRoutes(bind, deriveInvitationKey(config.pinPepper));
  countryRoutes(bind);
  serviceAvailabilityRoutes(bind);
  customerRoutes(bind, issueRateAccess(config));
  closureRoutes(bind);
  helpRoutes(bind, { ...config.support, telephone: config.mail.supportPhone }, deriveHelpTextKey(config.pinPepper));
  agreementRoutes(bind);
  kycRoutes(bind, derivePersonKey(config.pinPepper));
  pinRoutes(bind, { version: 1, key: config.pinPepper }, createPinFactors(factors));
  bindMoneyRoutes(bind, config, partners);
  approvalRoutes(bind, approvalHandlers);
  notificationRoutes(bind);
  rateTokenRoutes(bind, { secret: config.rateSecret, service: config.rateService });
  backOfficeRoutes(
    bind,
    signIn,
    { pepper: config.pinPepper, site: siteOf(config) },
    issueRateAccess(config),
    partners.breakerPartners,
  );
}

function bindMoneyRoutes(bind: Bind, config: Config, { nameChecks, openBanking, processor, issuer }: Partners): void {
  bankAccountRoutes(bind);
  walletRoutes(bind);
  walletCurrencyRoutes(bind);
  upgradeRoutes(bind);
  bankDirectoryRoutes(bind);
  payeeRoutes(bind, nameChecks);
  conversionRoutes(bind);
  autoFxRoutes(bind);
  manualFxRoutes(bind);
  rateAlertRoutes(bind);
  ownTransferRoutes(bind);
  cardRoutes(bind, { processor, issuer }, siteOf(config));
  treasuryRoutes(bind);
  paymentRoutes(bind, openBanking, storeNewPayee);
  documentRoutes(bind);
  letterRoutes(bind, verificationAddressOf(config));
  statementRoutes(bind, verificationAddressOf(config));
}

const issueRateAccess =
  ({ rateSecret, rateService }: Config): IssueRateAccess =>
  (now) => ({ rateToken: issueRateToken(rateSecret, 'customer', now), rateService });
