import type { DocumentState, DocumentType } from '@larkmere/contract/document';
import type { Selectable } from 'kysely';
import { event } from '../kernel/outbox.ts';
import type { DocumentDocument } from '../kernel/schema.gen.ts';

export type Document = Readonly<Selectable<DocumentDocument>>;

/** Where a document may go from each state. Whatever is refused stays so: the customer sends another one. */
const nextStates: Readonly<Record<DocumentState, readonly DocumentState[]>> = {
  uploaded: ['scanning'],
  scanning: ['received', 'refused'],
  received: ['accepted', 'refused'],
  accepted: [],
  refused: [],
};

export const mayBecome = (from: DocumentState, to: DocumentState): boolean => nextStates[from].includes(to);

export type DocumentNews = Readonly<{
  documentId: string;
  paymentId: string;
  customerId: string;
  personId: string;
  type: DocumentType;
  name: string;
  /** Whom it was to, for the sentence that tells of it. */
  payeeName: string;
  reason: string | null;
}>;

/** It lies in quarantine and waits for the scanner. */
export const documentUploaded = event<{ documentId: string }>('document.uploaded');
/** It passed the scanner and waits for a person. */
export const documentReceived = event<DocumentNews>('document.received');
export const documentAccepted = event<DocumentNews>('document.accepted');
export const documentRefused = event<DocumentNews>('document.refused');
