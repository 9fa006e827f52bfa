import { documentReceived, documentRefused } from '../../checks/document/document.ts';
import { sanctionsListImported } from '../../checks/screening/screening.ts';
import { externalHandler, type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { onDocumentReceived, onDocumentRefused } from './request-information.ts';
import { rescreenNames } from './rescreen-names.ts';
import { rescreenPayments } from './rescreen-payments.ts';

export const reviewListeners: readonly Subscription[] = [
  transactionalHandler(documentRefused, 'review-document-refused', onDocumentRefused),
  transactionalHandler(documentReceived, 'review-document-received', onDocumentReceived),
  externalHandler(sanctionsListImported, 'rescreen-payments', rescreenPayments),
  externalHandler(sanctionsListImported, 'rescreen-names', rescreenNames),
];
