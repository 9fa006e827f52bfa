import type { DocumentForStaff, DocumentView } from '@larkmere/contract/checks/document';
import type { QueuedDocument } from './document.read.ts';
import type { Document } from './document.sql.ts';

export const toDocumentView = (d: Document): DocumentView => ({
  uid: d.id,
  type: d.type as DocumentView['type'],
  name: d.name,
  mediaType: d.media_type,
  size: d.size_bytes,
  note: d.note,
  state: d.state as DocumentView['state'],
  reason: d.reason,
  createdAt: d.created_at.toISOString(),
});

export const toStaffView = (d: QueuedDocument): DocumentForStaff => ({
  ...toDocumentView(d),
  payment: { uid: d.payment_id, reference: d.payment_reference, state: d.payment_state },
  customer: { name: d.customer_name, memberCode: d.member_code },
});
