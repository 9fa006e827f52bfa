import type { DocumentForStaff, DocumentView } from '@larkmere/contract/checks/document';
import type { QueuedDocument } from './document.read.ts';
import type { Document } from './document.sql.ts';

export const toDocumentView = (d: Document): DocumentView => ({
  uid: d.id,
  type: d.type,
  name: d.name,
  mediaType: d.mediaType,
  size: d.sizeBytes,
  note: d.note,
  state: d.state,
  reason: d.reason,
  createdAt: d.createdAt.toISOString(),
});

export const toStaffView = (d: QueuedDocument): DocumentForStaff => ({
  ...toDocumentView(d),
  payment: { uid: d.paymentId, reference: d.paymentReference, state: d.paymentState },
  customer: { name: d.customerName, memberCode: d.memberCode },
});
