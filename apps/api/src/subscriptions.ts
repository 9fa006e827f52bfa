import { reviewListeners } from './back-office/review/review.listeners.ts';
import { recoverCardShortfall } from './cards/card-payment/recover-shortfall.ts';
import { cardListeners, issuedCardListeners } from './cards/cards.listeners.ts';
import { recoverShortfall } from './cards/top-up/recover-shortfall.ts';
import { documentListeners } from './checks/document/document.listeners.ts';
import type { Config } from './config.ts';
import { deriveContactRecoveryKey } from './customers/contact-recovery/contact-recovery.ts';
import { kycListeners } from './customers/kyc/kyc.listeners.ts';
import { derivePhoneCodeKey } from './customers/phone-change/phone-change.ts';
import { referralListeners } from './customers/referral/referral.listeners.ts';
import { upgradeListeners } from './customers/upgrade/upgrade.listeners.ts';
import { customerUpgraded } from './customers/upgrade/upgrade.ts';
import { erasureHandlers } from './erasure-handlers.ts';
import { paymentDue } from './fx/auto-fx/auto-fx.ts';
import { runAutoFx } from './fx/auto-fx/run-auto-fx.ts';
import { rateMoved } from './fx/rate/rate.ts';
import { onCustomerUpgraded, rateAlertListeners } from './fx/rate-alert/rate-alert.listeners.ts';
import { treasuryListeners } from './fx/treasury/treasury.listeners.ts';
import { deriveOneTimePasswordKey } from './identity/password/password.ts';
import { derivePinCodeKey } from './identity/pin/pin.ts';
import { openMailer } from './mailer.ts';
import { notificationListeners } from './notification-listeners.ts';
import { mailListeners } from './notifications/email/email.listeners.ts';
import { smsListeners } from './notifications/sms/sms.listeners.ts';
import type { Partners } from './partners.ts';
import { payeeChanged } from './payees/payee/payee.ts';
import { payOnFill } from './payments/domestic/pay-on-fill.ts';
import { matchCredit } from './payments/open-banking/apply-bank-status.ts';
import { creditReceived } from './payments/payment/payment-events.ts';
import { paymentListeners } from './payments/payments.listeners.ts';
import { onPayeeChanged } from './payments/standing-order/run-standing-orders.ts';
import { externalHandler, type Subscription, transactionalHandler } from './platform/events/relay.ts';
import { openSmsGateway } from './platform/sms/sms-gateway.ts';

export const subscriptions = (
  config: Config,
  { bank, partner, processor, issuer, vendor }: Partners,
): Subscription[] => [
  ...paymentListeners(bank),
  ...treasuryListeners(partner),
  ...kycListeners(vendor),
  ...upgradeListeners(partner),
  ...cardListeners(processor),
  ...issuedCardListeners(issuer),
  ...referralListeners,
  ...notificationListeners,
  externalHandler(rateMoved, 'run-auto-fx', async (job) => void (await runAutoFx(job))),
  ...rateAlertListeners,
  transactionalHandler(customerUpgraded, 'on-customer-upgraded', onCustomerUpgraded),
  transactionalHandler(paymentDue, 'pay-on-fill', payOnFill),
  transactionalHandler(payeeChanged, 'on-payee-changed', onPayeeChanged),
  ...erasureHandlers,
  ...documentListeners,
  ...reviewListeners,
  transactionalHandler(creditReceived, 'match-instant-payment-credit', matchCredit),
  transactionalHandler(creditReceived, 'recover-top-up-shortfall', recoverShortfall),
  transactionalHandler(creditReceived, 'recover-card-shortfall', recoverCardShortfall),
  ...mailListeners(openMailer(config)),
  ...smsListeners({
    send: openSmsGateway(config.sms.url, config.sms.key),
    supportPhone: config.mail.supportPhone,
    keys: {
      pinCodes: derivePinCodeKey(config.pinPepper),
      phoneCodes: derivePhoneCodeKey(config.pinPepper),
      oneTimePasswords: deriveOneTimePasswordKey(config.pinPepper),
      contactRecovery: deriveContactRecoveryKey(config.pinPepper),
    },
  }),
];
