import { z } from 'zod';
import { mostDocuments } from './document.ts';
import { Uid } from './fields.ts';

/**
 * What a payer brings along with a payment: documents that were sent ahead of it, and the name check that they saw. None of
 * it moves money, so the PIN does not bind it.
 */
export const PaymentEvidence = {
  documents: z
    .array(Uid)
    .max(mostDocuments, `A payment takes at most ${mostDocuments} documents`)
    .refine((ids) => new Set(ids).size === ids.length, 'Name each document once')
    .optional(),
  /** A check of exactly this payee's name and account; left out: the one with which the payee was saved. */
  nameCheckId: Uid.optional(),
};
export const evidenceRefusals = [
  'name_check_required',
  'name_check_unconfirmed',
  'payee_details_invalid',
  'file_rejected',
  'background_missing',
] as const;
export type PaymentEvidence = z.infer<z.ZodObject<typeof PaymentEvidence>>;

/** The payer's own number of a payment, as ISO 20022 carries it to the payee. */
export const EndToEndId = z
  .string()
  .trim()
  .min(1, 'Enter a number or leave it out')
  .max(35, 'An end-to-end id has at most 35 characters')
  .regex(/^[A-Za-z0-9/?:().,'+ -]+$/, "Only letters without accents, numbers, spaces and / - ? : ( ) . , ' +")
  .regex(/^(?!\/)(?!.*\/\/).*(?<!\/)$/, 'No slash at either end, and no two of them together');

/** Which side an amount is said of: what leaves, or what arrives. */
export const AmountSide = z.enum(['source', 'target']).meta({ id: 'AmountSide' });
