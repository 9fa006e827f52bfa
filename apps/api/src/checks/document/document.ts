/**
 * Files that customers upload: for a payment, an identity check or a card payment.
 * A file is stripped of metadata, scanned in quarantine, and then received or refused.
 * A refused document keeps its record and loses its content.
 */

export { attachDocuments, requireUnattachedDocuments } from './attach-documents.ts';
export { openCardDocument, readCardDocument, storeCardDocument, withdrawCardDocument } from './card-document.ts';
export { canAddDocument } from './document.read.ts';
export { documentSetting } from './document.settings.ts';
export { type Document, findDocuments, uploadedTypesByPayment } from './document.sql.ts';
export {
  type DocumentEvent,
  documentAccepted,
  documentReceived,
  documentRefused,
  documentUploaded,
} from './document-lifecycle.ts';
export { decideIdentityDocument, openIdentityDocument, storeIdentityDocument } from './identity-document.ts';
