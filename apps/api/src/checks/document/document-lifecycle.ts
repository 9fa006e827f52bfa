import type { DocumentState } from '@larkmere/contract/checks/document';
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
