import { createPartitions } from '@larkmere/ledger/maintenance';
import type { AuditChainWriter } from './accounting/audit-chain/audit-chain-writer.ts';
import type { ApprovalHandlers } from './approvals/approval/approval.ts';
import { approvalJobs } from './approvals/approval/expire-requests.ts';
import { reviewJobs } from './back-office/review/review.listeners.ts';
import { purgeUnattachedDocuments } from './checks/document/purge-unattached-documents.ts';
import { processUpgradeTimeouts } from './customers/upgrade/process-timeouts.ts';
import { runAutoFxJob } from './fx/auto-fx/run-auto-fx.ts';
import { expireOpenQuotes } from './fx/conversion/expire-quotes.ts';
import { processDealTimeouts } from './fx/manual-fx/process-timeouts.ts';
import { purgeRateEvents } from './fx/rate/purge-rate-events.ts';
import { revaluePositionIfDue } from './fx/treasury/revalue-position.ts';
import { purgeDownloadTokens } from './identity/session/download-token.sql.ts';
import { purgeLoginThrottle } from './identity/session/login-throttle.ts';
import { purgeCaptchas } from './identity/session/session.sql.ts';
import { runBulkPayments } from './payments/bulk/run-bulk-payments.ts';
import { type CheckName, runNameChecks } from './payments/bulk/run-name-checks.ts';
import type { RailFor } from './payments/execution/rail-registry.ts';
import { processTimeouts } from './payments/open-banking/process-timeouts.ts';
import type { OpenBankingClient } from './payments/open-banking/rails/open-banking-client.ts';
import { paymentJobs } from './payments/payments.listeners.ts';
import { runStandingOrderJob } from './payments/standing-order/run-standing-orders.ts';
import type { Db } from './platform/db/db.ts';
import type { ScheduledJob } from './platform/jobs/schedule-job.ts';
import { scheduleJob } from './platform/jobs/schedule-job.ts';
import type { Log } from './platform/observability/log.ts';
import { purgeReplies } from './platform/requests/idempotency.ts';

type JobDependencies = Readonly<{
  sealer: AuditChainWriter;
  rails: RailFor;
  openBanking: OpenBankingClient;
  checkName: CheckName;
  approvalHandlers: ApprovalHandlers;
  log: Log;
}>;

export function startJobs(
  db: Db,
  { sealer, rails, openBanking, approvalHandlers, checkName, log }: JobDependencies,
): ScheduledJob[] {
  return [
    scheduleJob('seal', 1000, sealer.appendAndSign, log),
    ...paymentJobs(db, rails, log),
    ...reviewJobs(db, log),
    ...approvalJobs(db, approvalHandlers, log),
    scheduleJob('create ledger partitions', 3_600_000, () => createPartitions(db), log),
    scheduleJob('purge rate events', 3_600_000, () => purgeRateEvents(db), log),
    scheduleJob('purge documents', 3_600_000, () => purgeUnattachedDocuments(db), log),
    scheduleJob('purge idempotency replies', 3_600_000, () => purgeReplies(db), log),
    scheduleJob('run auto fx', 1000, () => runAutoFxJob(db), log),
    scheduleJob('check bulk payee names', 1000, () => runNameChecks(db, checkName), log),
    scheduleJob('run bulk payments', 1000, () => runBulkPayments(db, log), log),
    scheduleJob('revalue position', 60_000, () => revaluePositionIfDue(db), log),
    scheduleJob('run standing orders', 1000, () => runStandingOrderJob(db, log), log),
    scheduleJob('process instant payment timeouts', 1000, () => processTimeouts(db, openBanking, log), log),
    scheduleJob('process deal timeouts', 1000, () => processDealTimeouts(db), log),
    scheduleJob('process upgrade timeouts', 2000, () => processUpgradeTimeouts(db), log),
    scheduleJob('expire quotes', 60_000, () => expireOpenQuotes(db), log),
    scheduleJob('purge captchas', 3_600_000, () => purgeCaptchas(db), log),
    scheduleJob('purge login throttle', 3_600_000, () => purgeLoginThrottle(db), log),
    scheduleJob('purge download tokens', 60_000, () => purgeDownloadTokens(db), log),
  ];
}
