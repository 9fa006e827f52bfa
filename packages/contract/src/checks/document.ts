import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, Uid, UidInput } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

export const documentTypes = [
  'invoice',
  'contract',
  'source_of_funds',
  'id',
  'proof_of_address',
  'relationship',
  'other',
] as const;
export const DocumentType = z.enum(documentTypes).meta({ id: 'DocumentType' });
export type DocumentType = z.infer<typeof DocumentType>;

export const DocumentState = z
  .enum(['uploaded', 'scanning', 'received', 'accepted', 'refused'])
  .meta({ id: 'DocumentState' });
export type DocumentState = z.infer<typeof DocumentState>;

export const maxDocuments = 10;

export const DocumentView = z
  .object({
    uid: Uid,
    type: DocumentType,
    name: z.string(),
    mediaType: z.string(),
    size: z.int(),
    note: z.string().nullable(),
    state: DocumentState,
    reason: z.string().nullable(),
    createdAt: Moment,
  })
  .meta({ id: 'Document' });
export type DocumentView = z.infer<typeof DocumentView>;

const DocumentList = z.object({
  list: z.array(DocumentView),
  canUpload: z.boolean(),
});
export type DocumentList = z.infer<typeof DocumentList>;

const PaymentIdInput = z.strictObject({ id: Uid });
const UnattachedUpload = z.strictObject({
  type: DocumentType,
  note: freeText().max(500, fieldMessage('document_note_too_long')).optional(),
  file: z.file().min(1, fieldMessage('file_empty')),
  idempotency: Idempotency,
});
const Upload = UnattachedUpload.extend({ id: Uid });
const uploadRefusals = ['not_found', 'invalid_transition', 'file_rejected'] as const;
const listDescription = 'The documents of a payment, and how far each of them is.';
const addDescription =
  'Sends one document: PDF, JPEG, PNG, HEIC, DOCX or XLSX, told by its content, up to 10 MB and ten of them. It is in quarantine until it has been scanned.';

export const listDomestic = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-domestic/{id}/documents',
  access: 'payment',
  background: true,
  about: listDescription,
  input: PaymentIdInput,
  reply: DocumentList,
  refusals: ['not_found'],
});

export const addDomestic = endpoint({
  method: 'POST',
  path: '/v1/payment/pending-domestic/{id}/documents',
  access: 'payment',
  accountAction: 'sign_in',
  movesNoMoney: true,
  about: addDescription,
  input: Upload,
  reply: DocumentView,
  refusals: uploadRefusals,
});

export const listSwift = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-swift/{id}/documents',
  access: 'swiftpending',
  background: true,
  about: listDescription,
  input: PaymentIdInput,
  reply: DocumentList,
  refusals: ['not_found'],
});

export const addSwift = endpoint({
  method: 'POST',
  path: '/v1/payment/pending-swift/{id}/documents',
  access: 'swiftpending',
  accountAction: 'sign_in',
  movesNoMoney: true,
  about: addDescription,
  input: Upload,
  reply: DocumentView,
  refusals: uploadRefusals,
});

export const listUnattached = endpoint({
  method: 'GET',
  path: '/v1/document',
  access: 'payment',
  background: true,
  about: 'Documents that were sent ahead and wait for the payment that takes them.',
  input: EmptyInput,
  reply: DocumentList,
  refusals: [],
});

export const addUnattached = endpoint({
  method: 'POST',
  path: '/v1/document',
  access: 'payment',
  movesNoMoney: true,
  about: `${addDescription} It waits for a payment that names it in \`documents\`; without one it is forgotten within a day.`,
  input: UnattachedUpload,
  reply: DocumentView,
  refusals: ['file_rejected'],
});

export const download = endpoint({
  method: 'GET',
  path: '/v1/document/{uid}/file',
  access: 'payment',
  downloadTokenParameter: 'access_token',
  about: 'A document of the customer’s own, as a file to be saved. Not before it has been scanned.',
  input: z.strictObject({ uid: Uid, access_token: z.string().max(100) }),
  reply: z.file(),
  refusals: ['not_found', 'invalid_transition'],
});

export const DocumentForStaff = DocumentView.extend({
  payment: z.object({ uid: Uid, reference: z.string(), state: z.string() }),
  customer: z.object({ name: z.string(), memberCode: z.string() }),
}).meta({ id: 'DocumentForStaff' });
export type DocumentForStaff = z.infer<typeof DocumentForStaff>;

export const workQueue = endpoint({
  method: 'GET',
  path: '/v1/manage/document',
  access: 'staff',
  background: true,
  about: 'Documents that wait for a decision, the oldest first, or all those of one payment.',
  input: z.strictObject({ payment: Uid.optional() }),
  reply: z.object({ list: z.array(DocumentForStaff) }),
  refusals: ['access_denied'],
});

export const downloadForStaff = endpoint({
  method: 'GET',
  path: '/v1/manage/document/{uid}/file',
  access: 'staff',
  about: 'A document as a file to be saved. Not before it has been scanned; each look is in the audit log.',
  input: z.strictObject({ uid: Uid }),
  reply: z.file(),
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const accept = endpoint({
  method: 'POST',
  path: '/v1/manage/document/{uid}/accept',
  access: 'staff',
  about: 'The document proves what it should.',
  input: UidInput,
  reply: DocumentForStaff,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/document/{uid}/refuse',
  access: 'staff',
  about: 'The document does not do. The customer reads why, and can send another one.',
  input: z.strictObject({
    uid: Uid,
    reason: freeText().min(10, fieldMessage('document_refusal_reason_too_short')).max(300),
    idempotency: Idempotency,
  }),
  reply: DocumentForStaff,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
