import { ownTransferCompleted } from './accounts/own-transfer/own-transfer.ts';
import { statementExportFailed, statementExportReady } from './accounts/statement/statement.ts';
import { approvalCompleted, approvalRequested } from './approvals/approval/approval.ts';
import { compensationPaid, compensationReversed } from './back-office/compensation/compensation.ts';
import { consentRequested, visitEnded } from './back-office/ghost-connect/ghost-connect.ts';
import { answerOverdue, paymentDelayed } from './back-office/review/review.ts';
import { subUserChanged } from './back-office/sub-user/sub-user.ts';
import {
  cardDisputeChanged,
  cardPaymentChanged,
  cardReceiptMissing,
  cardShortfallRecovered,
} from './cards/card-payment/card-payment.ts';
import { topUpStateChanged } from './cards/top-up/top-up.ts';
import { documentAccepted, documentRefused } from './checks/document/document.ts';
import { accessRequestChanged } from './customers/access-request/access-request.ts';
import { contactRecoveryChanged } from './customers/contact-recovery/contact-recovery.ts';
import { accountStatusChanged } from './customers/customer/customer.ts';
import { emailChanged } from './customers/email-change/email-change.ts';
import { factorResetChanged } from './customers/factor-reset/factor-reset.ts';
import { partnerStatementChanged } from './customers/introducer-partner/introducer-partner.ts';
import { invitationAnswered } from './customers/invitation/invitation.ts';
import { phoneChanged } from './customers/phone-change/phone-change.ts';
import { priceRiseAnnounced, priceRiseCancelled } from './customers/price-notice/price-notice.ts';
import { appealDeclined, freeTransfersGranted, referralStateChanged } from './customers/referral/referral.ts';
import { upgradeStateChanged } from './customers/upgrade/upgrade.ts';
import { userRightsChanged, userStateChanged } from './customers/user/user.ts';
import { fxConverted } from './fx/conversion/conversion.ts';
import { dealStateChanged } from './fx/manual-fx/manual-fx.ts';
import { alertFired } from './fx/rate-alert/rate-alert.ts';
import { deviceDisowned, newDeviceUsed } from './identity/device/device.ts';
import { oneTimePasswordSet, passwordChanged } from './identity/password/password.ts';
import { pinLocked, pinResetByStaff } from './identity/pin/pin.ts';
import { passwordReset, recoveryStartedByStaff } from './identity/recovery/recovery.ts';
import {
  factorAdded,
  factorRemoved,
  recoveryCodesReplaced,
  recoveryCodeUsed,
} from './identity/second-factor/second-factor.ts';
import { signInLocked } from './identity/session/session.ts';
import { notifyApprovalCompleted, notifyApprovalRequested } from './notifications/notification/notify-approval.ts';
import {
  issuedCardNotifications,
  notifyCardDispute,
  notifyCardPayment,
  notifyReceiptMissing,
  notifyShortfallRecovered,
} from './notifications/notification/notify-card.ts';
import {
  notifyAccountStatus,
  notifyRiseAnnounced,
  notifyRiseCancelled,
  notifyUpgrade,
} from './notifications/notification/notify-customer.ts';
import { notifyDocument } from './notifications/notification/notify-document.ts';
import {
  autoFxSubscriptions,
  notifyAlert,
  notifyConversion,
  notifyDeal,
} from './notifications/notification/notify-fx.ts';
import {
  notifyAccessRequest,
  notifyFactorReset,
  notifyOneTimePassword,
  notifyPasswordEnded,
  notifyPhoneChanged,
  notifyPinReset,
  notifySubUserChanged,
} from './notifications/notification/notify-help.ts';
import {
  notifyCompensation,
  notifyCompensationReversed,
  notifyCredit,
  notifyTopUp,
} from './notifications/notification/notify-incoming.ts';
import { notifyInstantPayment } from './notifications/notification/notify-instant-payment.ts';
import { kycNotifications } from './notifications/notification/notify-kyc.ts';
import {
  notifyContactRecovery,
  notifyDeviceDisowned,
  notifyEmailChanged,
  notifyNewDevice,
  notifyPasswordChanged,
  notifyPasswordReset,
  notifyPinLockout,
  notifySecondFactor,
  notifySignInLockout,
} from './notifications/notification/notify-login.ts';
import { notifyPartnerStatement } from './notifications/notification/notify-partner.ts';
import { notifyPayee } from './notifications/notification/notify-payee.ts';
import {
  notifyDelay,
  notifyPayment,
  notifyRecall,
  notifyReminder,
} from './notifications/notification/notify-payment.ts';
import {
  notifyAppealDeclined,
  notifyFreeTransfers,
  notifyReferral,
} from './notifications/notification/notify-referral.ts';
import { notifyStandingOrder } from './notifications/notification/notify-standing-order.ts';
import { notifyStatement } from './notifications/notification/notify-statement.ts';
import {
  notifyMemberTransferReceived,
  notifyMemberTransferSent,
  notifyTransfer,
} from './notifications/notification/notify-transfer.ts';
import {
  notifyConsentRequested,
  notifyInvitationAnswered,
  notifyRightsChanged,
  notifyStateChanged,
  notifyVisitEnded,
} from './notifications/notification/notify-user.ts';
import { payeeDecided } from './payees/payee/payee.ts';
import { memberTransferReceived, memberTransferSent } from './payments/member-transfer/member-transfer.ts';
import { instantPaymentStateChanged } from './payments/open-banking/open-banking.ts';
import {
  creditReceived,
  paymentCancelled,
  paymentCompleted,
  paymentHeld,
  paymentRejected,
  paymentReturned,
  paymentSent,
  paymentSubmitted,
  paymentWaiting,
  recallAnswered,
} from './payments/payment/payment-events.ts';
import { standingOrderUpdated } from './payments/standing-order/standing-order.ts';
import { type Subscription, transactionalHandler } from './platform/events/relay.ts';

export const notificationListeners: readonly Subscription[] = [
  ...kycNotifications,
  ...issuedCardNotifications,
  transactionalHandler(accountStatusChanged, 'notify-account-status', notifyAccountStatus),
  transactionalHandler(upgradeStateChanged, 'notify-upgrade', notifyUpgrade),
  transactionalHandler(paymentHeld, 'notify-held', notifyPayment('held')),
  transactionalHandler(paymentWaiting, 'notify-waiting', notifyPayment('waiting')),
  transactionalHandler(paymentSubmitted, 'notify-submitted', notifyPayment('submitted')),
  transactionalHandler(paymentSent, 'notify-sent', notifyPayment('sent')),
  transactionalHandler(paymentCompleted, 'notify-completed', notifyPayment('completed')),
  transactionalHandler(paymentReturned, 'notify-returned', notifyPayment('returned')),
  transactionalHandler(paymentRejected, 'notify-rejected', notifyPayment('rejected')),
  transactionalHandler(paymentCancelled, 'notify-cancelled', notifyPayment('cancelled')),
  transactionalHandler(recallAnswered, 'notify-recall', notifyRecall),
  transactionalHandler(alertFired, 'notify-alert', notifyAlert),
  transactionalHandler(dealStateChanged, 'notify-deal', notifyDeal),
  transactionalHandler(fxConverted, 'notify-conversion', notifyConversion),
  transactionalHandler(ownTransferCompleted, 'notify-transfer', notifyTransfer),
  transactionalHandler(statementExportReady, 'notify-statement-ready', notifyStatement('ready')),
  transactionalHandler(statementExportFailed, 'notify-statement-failed', notifyStatement('failed')),
  transactionalHandler(memberTransferSent, 'notify-member-transfer-sent', notifyMemberTransferSent),
  transactionalHandler(memberTransferReceived, 'notify-member-transfer-received', notifyMemberTransferReceived),
  ...autoFxSubscriptions,
  transactionalHandler(standingOrderUpdated, 'notify-standing-order', notifyStandingOrder),
  transactionalHandler(creditReceived, 'notify-credit', notifyCredit),
  transactionalHandler(documentAccepted, 'notify-document-accepted', notifyDocument('accepted')),
  transactionalHandler(documentRefused, 'notify-document-refused', notifyDocument('refused')),
  transactionalHandler(consentRequested, 'notify-consent-requested', notifyConsentRequested),
  transactionalHandler(visitEnded, 'notify-visit-ended', notifyVisitEnded),
  transactionalHandler(answerOverdue, 'notify-answer-missing', notifyReminder),
  transactionalHandler(paymentDelayed, 'notify-payment-delayed', notifyDelay),
  transactionalHandler(compensationPaid, 'notify-compensation', notifyCompensation),
  transactionalHandler(compensationReversed, 'notify-compensation-reversed', notifyCompensationReversed),
  transactionalHandler(payeeDecided, 'notify-payee', notifyPayee),
  transactionalHandler(approvalRequested, 'notify-approval-requested', notifyApprovalRequested),
  transactionalHandler(approvalCompleted, 'notify-approval-completed', notifyApprovalCompleted),
  transactionalHandler(instantPaymentStateChanged, 'notify-instant-payment', notifyInstantPayment),
  transactionalHandler(topUpStateChanged, 'notify-top-up', notifyTopUp),
  transactionalHandler(cardPaymentChanged, 'notify-card-payment', notifyCardPayment),
  transactionalHandler(cardDisputeChanged, 'notify-card-dispute', notifyCardDispute),
  transactionalHandler(cardReceiptMissing, 'notify-card-receipt', notifyReceiptMissing),
  transactionalHandler(partnerStatementChanged, 'notify-partner-statement', notifyPartnerStatement),
  transactionalHandler(cardShortfallRecovered, 'notify-card-shortfall-recovered', notifyShortfallRecovered),
  transactionalHandler(priceRiseAnnounced, 'notify-price-rise', notifyRiseAnnounced),
  transactionalHandler(priceRiseCancelled, 'notify-price-rise-cancelled', notifyRiseCancelled),
  transactionalHandler(referralStateChanged, 'notify-referral', notifyReferral),
  transactionalHandler(appealDeclined, 'notify-appeal-declined', notifyAppealDeclined),
  transactionalHandler(freeTransfersGranted, 'notify-free-transfers', notifyFreeTransfers),
  transactionalHandler(invitationAnswered, 'notify-invitation-answered', notifyInvitationAnswered),
  transactionalHandler(userRightsChanged, 'notify-user-rights', notifyRightsChanged),
  transactionalHandler(userStateChanged, 'notify-user-state', notifyStateChanged),
  transactionalHandler(pinLocked, 'notify-pin-locked', notifyPinLockout),
  transactionalHandler(signInLocked, 'notify-sign-in-locked', notifySignInLockout),
  transactionalHandler(emailChanged, 'notify-email-changed', notifyEmailChanged),
  transactionalHandler(passwordChanged, 'notify-password-changed', notifyPasswordChanged),
  transactionalHandler(oneTimePasswordSet, 'notify-one-time-password', notifyOneTimePassword),
  transactionalHandler(pinResetByStaff, 'notify-pin-reset', notifyPinReset),
  transactionalHandler(factorResetChanged, 'notify-factor-reset', notifyFactorReset),
  transactionalHandler(accessRequestChanged, 'notify-access-request', notifyAccessRequest),
  transactionalHandler(contactRecoveryChanged, 'notify-contact-recovery', notifyContactRecovery),
  transactionalHandler(recoveryStartedByStaff, 'notify-password-ended', notifyPasswordEnded),
  transactionalHandler(phoneChanged, 'notify-phone-changed', notifyPhoneChanged),
  transactionalHandler(subUserChanged, 'notify-sub-user-changed', notifySubUserChanged),
  transactionalHandler(newDeviceUsed, 'notify-new-device', notifyNewDevice),
  transactionalHandler(deviceDisowned, 'notify-device-disowned', notifyDeviceDisowned),
  transactionalHandler(passwordReset, 'notify-password-reset', notifyPasswordReset),
  transactionalHandler(factorAdded, 'notify-factor-added', notifySecondFactor('second_factor.added')),
  transactionalHandler(factorRemoved, 'notify-factor-removed', notifySecondFactor('second_factor.removed')),
  transactionalHandler(
    recoveryCodeUsed,
    'notify-recovery-code-used',
    notifySecondFactor('second_factor.recovery_code_used'),
  ),
  transactionalHandler(
    recoveryCodesReplaced,
    'notify-recovery-codes-made',
    notifySecondFactor('second_factor.recovery_codes_made'),
  ),
];
