import { z } from 'zod';
import { maxDocuments } from '../checks/document.ts';
import { Uid } from '../platform/fields.ts';

/**
 * Documents uploaded before the payment, and the name check shown to the payer. Neither moves money, so the PIN does
 * not authorise them.
 */
export const SupportingDocuments = {
  documents: z
    .array(Uid)
    .max(maxDocuments, `A payment takes at most ${maxDocuments} documents`)
    .refine((ids) => new Set(ids).size === ids.length, 'Name each document once')
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
export const EndToEndId = z
  .string()
  .trim()
  .min(1, 'Enter a number or leave it out')
  .max(35, 'An end-to-end id has at most 35 characters')
  .regex(/^[A-Za-z0-9/?:().,'+ -]+$/, "Only letters without accents, numbers, spaces and / - ? : ( ) . , ' +")
  .regex(/^(?!\/)(?!.*\/\/).*(?<!\/)$/, 'No slash at either end, and no two of them together');

export const AmountSide = z.enum(['source', 'target']).meta({ id: 'AmountSide' });
