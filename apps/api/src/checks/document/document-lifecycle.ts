import type { DocumentState, DocumentType } from '@larkmere/contract/checks/document';
import { defineEvent } from '../../platform/events/outbox.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

export const documentLifecycle = defineLifecycle({
  table: 'document.document',
  history: { table: 'document.transition', key: 'documentId', copies: ['reason'] },
  action: 'document',
  entity: 'document',
  audited: ({ paymentId: payment, reason }) => ({ payment, ...(reason === null ? {} : { reason }) }),
})<DocumentState>({
  transitions: {
    uploaded: { scanning: 'system' },
    scanning: { received: 'system', refused: 'system' },
    received: { accepted: ['staff', 'vendor'], refused: ['customer', 'staff', 'vendor', 'system'] },
    accepted: {},
    refused: {},
  },
  waiting: {},
});

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
