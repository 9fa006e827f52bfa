import type { DocumentType } from '@larkmere/contract/checks/document';
import { defineEvent } from '../../platform/events/outbox.ts';

export type DocumentEvent = Readonly<{
  documentId: string;
  paymentId: string;
  customerId: string;
  userId: string;
  type: DocumentType;
  name: string;
  payeeName: string;
  reason: string | null;
}>;

export const documentUploaded = defineEvent<{ documentId: string }>('document.uploaded');
export const documentReceived = defineEvent<DocumentEvent>('document.received');
export const documentAccepted = defineEvent<DocumentEvent>('document.accepted');
export const documentRefused = defineEvent<DocumentEvent>('document.refused');
