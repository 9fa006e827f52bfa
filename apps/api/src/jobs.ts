import { createPartitions } from '@larkmere/ledger/maintenance';
import type { AuditChainWriter } from './accounting/audit-chain/audit-chain-writer.ts';
import { exportContentPurge, exportPreparation } from './accounts/statement/export/prepare-exports.ts';
import type { ApprovalHandlers } from './approvals/approval/approval.ts';
import { approvalRequestExpiry } from './approvals/approval/expire-requests.ts';
import { reviewTimeouts } from './back-office/review/process-review-timeouts.ts';
import { binLookupPurge, type CardProcessor } from './cards/card/card.ts';
import { topUpTimeouts } from './cards/top-up/process-timeouts.ts';
import { unattachedDocumentPurge } from './checks/document/purge-unattached-documents.ts';
import { closures } from './customers/closure/process-closures.ts';
import { dormancy } from './customers/customer/mark-dormant.ts';
import { emailChangePurge } from './customers/email-change/email-change.sql.ts';
import { invitationPurge } from './customers/invitation/purge-invitations.ts';
import { vendorEnquiries } from './customers/kyc/enquire-vendor.ts';
import { kycDeadlines } from './customers/kyc/process-deadlines.ts';
import type { IdentityVendor } from './customers/kyc/rails/identity-vendor.ts';
import { registrationPurge } from './customers/registration/registration.sql.ts';
import { upgradeTimeouts } from './customers/upgrade/process-timeouts.ts';
import { autoFxJob } from './fx/auto-fx/run-auto-fx.ts';
import { quoteExpiry } from './fx/conversion/expire-quotes.ts';
import { dealTimeouts } from './fx/manual-fx/process-timeouts.ts';
import { rateEventPurge } from './fx/rate/purge-rate-events.ts';
import { revaluation } from './fx/treasury/revalue-position.ts';
import { devicePurge } from './identity/device/device.sql.ts';
import { recoveryPurge } from './identity/recovery/recovery.sql.ts';
import { factorChallengePurge } from './identity/second-factor/second-factor.sql.ts';
import { downloadTokenPurge } from './identity/session/download-token.sql.ts';
import { loginThrottlePurge } from './identity/session/login-throttle.ts';
import { captchaPurge, sessionOriginPurge } from './identity/session/session.sql.ts';
import { outgoingMessagePurge } from './notifications/outgoing-message/outgoing-message.sql.ts';
import { runBulkPayments } from './payments/bulk/run-bulk-payments.ts';
import { type CheckName, runNameChecks } from './payments/bulk/run-name-checks.ts';
import { lookupPurge } from './payments/member-transfer/member-transfer.sql.ts';
import { openBankingTimeouts } from './payments/open-banking/process-timeouts.ts';
import type { OpenBankingClient } from './payments/open-banking/rails/open-banking-client.ts';
import type { PaymentBank } from './payments/payment/rail.ts';
import { paymentJobs } from './payments/payments.listeners.ts';
import { searchIndex } from './payments/search/index-events.ts';
import { standingOrderJob } from './payments/standing-order/run-standing-orders.ts';
import { defineJob, type Job } from './platform/jobs/job.ts';
import { replyPurge } from './platform/requests/idempotency.ts';

type JobDependencies = Readonly<{
  sealer: AuditChainWriter;
  bank: PaymentBank;
  openBanking: OpenBankingClient;
  processor: CardProcessor;
  vendor: IdentityVendor;
  checkName: CheckName;
  approvalHandlers: ApprovalHandlers;
}>;

export const jobs = ({
  sealer,
  bank,
  openBanking,
  processor,
  vendor,
  approvalHandlers,
  checkName,
}: JobDependencies): Job[] => [
  defineJob({ name: 'seal', everySeconds: 1, run: () => sealer.appendAndSign() }),
  ...paymentJobs(bank),
  searchIndex,
  defineJob({ name: 'check-bulk-payee-names', everySeconds: 1, run: ({ db }) => runNameChecks(db, checkName) }),
  defineJob({ name: 'run-bulk-payments', everySeconds: 1, run: ({ db, log }) => runBulkPayments(db, log) }),
  standingOrderJob,
  autoFxJob,
  revaluation,
  openBankingTimeouts(openBanking),
  topUpTimeouts(processor),
  dealTimeouts,
  upgradeTimeouts,
  kycDeadlines,
  vendorEnquiries(vendor),
  reviewTimeouts,
  approvalRequestExpiry(approvalHandlers),
  quoteExpiry,
  defineJob({ name: 'create-ledger-partitions', everySeconds: 3600, run: ({ db }) => createPartitions(db) }),
  rateEventPurge,
  unattachedDocumentPurge,
  replyPurge,
  captchaPurge,
  loginThrottlePurge,
  factorChallengePurge,
  recoveryPurge,
  devicePurge,
  sessionOriginPurge,
  emailChangePurge,
  outgoingMessagePurge,
  registrationPurge,
  dormancy,
  closures,
  invitationPurge,
  lookupPurge,
  exportPreparation,
  exportContentPurge,
  binLookupPurge,
  downloadTokenPurge,
];
