import { z } from 'zod';

/** What a payment is for, by the codes of ISO 20022; it travels with the payment. */
const PurposeCode = z
  .enum(['SUPP', 'GDDS', 'SCVE', 'SALA', 'RENT', 'EDUC', 'GIFT', 'LOAN', 'CHAR', 'TAXS', 'OTHR'])
  .meta({ id: 'PurposeCode' });

/** Who the payee is to the payer. */
const Relationship = z
  .enum(['family', 'friend', 'employee', 'supplier', 'client', 'own_account', 'other'])
  .meta({ id: 'Relationship' });

/** Where the money of a payment comes from. */
const SourceOfFunds = z
  .enum(['salary', 'business', 'savings', 'property', 'gift', 'loan', 'other'])
  .meta({ id: 'SourceOfFunds' });

/** What can be chosen of each. */
export const choices = {
  purposeCode: PurposeCode.options,
  relationship: Relationship.options,
  sourceOfFunds: SourceOfFunds.options,
} as const;

/**
 * What a payer may say of a payment beyond what the payee reads: a note to themselves, and what partners ask for. What is
 * left out is taken from the payee, where it says so. None of it moves money, so the PIN does not bind it.
 */
export const PaymentBackground = {
  note: z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(500, 'A note has at most 500 characters'))
    .optional(),
  purposeCode: PurposeCode.optional(),
  sourceOfFunds: SourceOfFunds.optional(),
  relationship: Relationship.optional(),
};
export type PaymentBackground = z.infer<z.ZodObject<typeof PaymentBackground>>;

/** The same, as it was said or stood with the payee when the payment was made. The note goes nowhere. */
export const SaidOfPayment = {
  note: z.string().nullable(),
  purposeCode: PurposeCode.nullable(),
  sourceOfFunds: SourceOfFunds.nullable(),
  relationship: Relationship.nullable(),
};
