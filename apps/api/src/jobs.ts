import { createPartitions } from '@larkmere/ledger/maintenance';
import type { AuditChainWriter } from './accounting/audit-chain/audit-chain-writer.ts';
import { exportContentPurge, exportPreparation } from './accounts/statement/export/prepare-exports.ts';
import { monthlyStatements } from './accounts/statement/subscription/issue-monthly-statements.ts';
import type { ApprovalHandlers } from './approvals/approval/approval.ts';
import { approvalRequestExpiry } from './approvals/approval/decide-request.ts';
import { apiLogPurge } from './back-office/api-log/store-calls.ts';
import { visitEnds } from './back-office/ghost-connect/end-visit.ts';
import { reviewTimeouts } from './back-office/review/process-review-timeouts.ts';
import { staffChallengePurge } from './back-office/staff/staff-factor.sql.ts';
import { visitDraws } from './back-office/visit-review/review-visits.ts';
import { binLookupPurge, type CardProcessor } from './cards/card/card.ts';
import { disputeSending } from './cards/card-payment/open-dispute.ts';
import { cardPaymentTimeouts, receiptReminders } from './cards/card-payment/process-timeouts.ts';
import { shortfallRecovery } from './cards/card-payment/recover-shortfall.ts';
import { cardExpiry } from './cards/issued-card/expire-cards.ts';
import type { CardIssuer } from './cards/issued-card/issued-card.ts';
import { topUpTimeouts } from './cards/top-up/process-timeouts.ts';
import { unattachedDocumentPurge } from './checks/document/attach-documents.ts';
import { accessRequests } from './customers/access-request/decide-request.ts';
import { closures } from './customers/closure/process-closures.ts';
import { contactRecoveries } from './customers/contact-recovery/prepare-recovery.ts';
import { dormancy } from './customers/customer/mark-dormant.ts';
import { emailChangePurge } from './customers/email-change/email-change.sql.ts';
import { factorResets } from './customers/factor-reset/decide-reset.ts';
import { helpTextPurge } from './customers/help/help.sql.ts';
import { partnerShares } from './customers/introducer-partner/process-partners.ts';
import { invitationPurge } from './customers/invitation/invitation.sql.ts';
import { kycDeadlines } from './customers/kyc/process-deadlines.ts';
import type { IdentityVendor } from './customers/kyc/rails/identity-vendor.ts';
import { vendorEnquiries } from './customers/kyc/submit-vendor-check.ts';
import { phoneChangePurge } from './customers/phone-change/phone-change.sql.ts';
import { priceNotices } from './customers/price-notice/send-notices.ts';
import { reviewInvitations } from './customers/public-review/show-reviews.ts';
import { referralChecks } from './customers/referral/advance-referral.ts';
import { registrationPurge } from './customers/registration/registration.sql.ts';
import { upgradeTimeouts } from './customers/upgrade/request-upgrade.ts';
import { autoFxJob } from './fx/auto-fx/run-auto-fx.ts';
import { quoteExpiry } from './fx/conversion/create-quote.ts';
import { dealTimeouts } from './fx/manual-fx/process-timeouts.ts';
import { rateEventPurge } from './fx/rate/fetch-rates.ts';
import { revaluation } from './fx/treasury/revalue-position.ts';
import { devicePurge } from './identity/device/device.sql.ts';
import { pinCodePurge } from './identity/pin/pin.sql.ts';
import { recoveryPurge } from './identity/recovery/recovery.sql.ts';
import { factorChallengePurge } from './identity/second-factor/second-factor.sql.ts';
import { downloadTokenPurge } from './identity/session/download-token.ts';
import { loginThrottlePurge } from './identity/session/login-throttle.ts';
import { captchaPurge, sessionOriginPurge } from './identity/session/session.sql.ts';
import { outgoingMessagePurge } from './notifications/outgoing-message/outgoing-message.sql.ts';
import { composeClosingPack } from './payees/closing-pack/closing-pack.ts';
import { payeeDraftPurge } from './payees/payee/payee-draft.ts';
import { runBulkPayments } from './payments/bulk/run-bulk-payments.ts';
import { type CheckName, runNameChecks } from './payments/bulk/run-name-checks.ts';
import { lookupPurge } from './payments/member-transfer/member-transfer.sql.ts';
import { openBankingTimeouts } from './payments/open-banking/process-timeouts.ts';
import type { OpenBankingClient } from './payments/open-banking/rails/open-banking-client.ts';
import type { PaymentBank } from './payments/payment/rail.ts';
import { paymentJobs } from './payments/payments.listeners.ts';
import { searchIndex } from './payments/search/search.sql.ts';
import { standingOrderJob } from './payments/standing-order/run-standing-orders.ts';
import { defineJob, type Job } from './platform/jobs/job.ts';
import { replyPurge } from './platform/requests/idempotency.ts';

type JobDependencies = Readonly<{
  followBreakers: Job;
  sealer: AuditChainWriter;
  bank: PaymentBank;
  openBanking: OpenBankingClient;
  processor: CardProcessor;
  issuer: CardIssuer;
  vendor: IdentityVendor;
  checkName: CheckName;
  approvalHandlers: ApprovalHandlers;
  verificationAddress: string;
  invitationKey: Buffer;
  contactRecoveryKey: Buffer;
}>;

/** Delete what has been kept as long as it may be. */
const purges: readonly Job[] = [
  rateEventPurge,
  unattachedDocumentPurge,
  replyPurge,
  captchaPurge,
  loginThrottlePurge,
  factorChallengePurge,
  staffChallengePurge,
  recoveryPurge,
  devicePurge,
  sessionOriginPurge,
  emailChangePurge,
  phoneChangePurge,
  pinCodePurge,
  outgoingMessagePurge,
  registrationPurge,
  invitationPurge,
  lookupPurge,
  exportContentPurge,
  binLookupPurge,
  downloadTokenPurge,
  apiLogPurge,
  payeeDraftPurge,
  helpTextPurge,
];

export const jobs = ({
  followBreakers,
  sealer,
  bank,
  openBanking,
  processor,
  issuer,
  vendor,
  approvalHandlers,
  checkName,
  verificationAddress,
  invitationKey,
  contactRecoveryKey,
}: JobDependencies): Job[] => [
  defineJob({ name: 'seal', everySeconds: 1, run: () => sealer.appendAndSign() }),
  followBreakers,
  ...paymentJobs(bank),
  searchIndex,
  defineJob({ name: 'check-bulk-payee-names', everySeconds: 1, run: ({ db }) => runNameChecks(db, checkName) }),
  defineJob({ name: 'run-bulk-payments', everySeconds: 1, run: ({ db, log }) => runBulkPayments(db, log) }),
  standingOrderJob,
  autoFxJob,
  revaluation,
  openBankingTimeouts(openBanking),
  topUpTimeouts(processor),
  cardPaymentTimeouts(issuer),
  shortfallRecovery,
  disputeSending(issuer),
  receiptReminders,
  cardExpiry,
  dealTimeouts,
  upgradeTimeouts,
  kycDeadlines,
  vendorEnquiries(vendor),
  reviewTimeouts,
  visitDraws,
  visitEnds,
  approvalRequestExpiry(approvalHandlers),
  accessRequests(invitationKey),
  factorResets,
  contactRecoveries(contactRecoveryKey),
  quoteExpiry,
  defineJob({ name: 'create-ledger-partitions', everySeconds: 3600, run: ({ db }) => createPartitions(db) }),
  priceNotices,
  referralChecks,
  partnerShares,
  dormancy,
  reviewInvitations,
  closures,
  monthlyStatements,
  exportPreparation({ verificationAddress, composeClosingPack }),
  ...purges,
];
