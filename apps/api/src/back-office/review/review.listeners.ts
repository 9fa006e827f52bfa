import { documentReceived, documentRefused } from '../../checks/document/document.ts';
import { sanctionsListImported } from '../../checks/screening/screening.ts';
import type { Db } from '../../platform/db/db.ts';
import { externalHandler, type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { type ScheduledJob, scheduleJob } from '../../platform/jobs/schedule-job.ts';
import type { Log } from '../../platform/observability/log.ts';
import { onDocumentReceived, onDocumentRefused } from './on-document-decided.ts';
import { processReviewTimeouts } from './process-review-timeouts.ts';
import { rescreenNames } from './rescreen-names.ts';
import { rescreenPayments } from './rescreen-payments.ts';

export const reviewListeners: readonly Subscription[] = [
  transactionalHandler(documentRefused, 'review-document-refused', onDocumentRefused),
  transactionalHandler(documentReceived, 'review-document-received', onDocumentReceived),
  externalHandler(sanctionsListImported, 'rescreen-payments', rescreenPayments),
  externalHandler(sanctionsListImported, 'rescreen-names', rescreenNames),
];

export const reviewJobs = (db: Db, log: Log): ScheduledJob[] => [
  scheduleJob('process review timeouts', 30_000, () => processReviewTimeouts(db), log),
];
