import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { maxDocuments } from '../checks/document.ts';
import { Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/**
 * Documents uploaded before the payment, and the name check shown to the payer. Neither moves money, so the PIN does
 * not authorise them.
 */
export const SupportingDocuments = {
  documents: z
    .array(Uid)
    .max(maxDocuments, fieldMessage('payment_documents_too_many'))
    .refine((ids) => new Set(ids).size === ids.length, fieldMessage('payment_document_twice'))
    .optional(),
  /** A check of exactly this payee's name and account; defaults to the check from when the payee was saved. */
  nameCheckId: Uid.optional(),
};
export const supportingDocumentRefusals = [
  'name_check_required',
  'name_check_unconfirmed',
  'payee_details_invalid',
  'file_rejected',
  'regulatory_information_missing',
] as const;
export type SupportingDocuments = z.infer<z.ZodObject<typeof SupportingDocuments>>;

/** The payer's ISO 20022 end-to-end id, which the payee receives. */
export const EndToEndId = freeText()
  .min(1, fieldMessage('end_to_end_id_required'))
  .max(35, fieldMessage('end_to_end_id_too_long'))
  .regex(/^[A-Za-z0-9/?:().,'+ -]+$/, fieldMessage('end_to_end_id_characters'))
  .regex(/^(?!\/)(?!.*\/\/).*(?<!\/)$/, fieldMessage('end_to_end_id_slashes'));

export const AmountSide = z.enum(['source', 'target']).meta({ id: 'AmountSide' });
