import { z } from 'zod';
import { Moment } from './fields.ts';
import { choices } from './payment-choices.ts';
import { warningCodes } from './payment-warning.ts';

const PurposeCode = z.enum(choices.purposeCode).meta({ id: 'PurposeCode' });
const Relationship = z.enum(choices.relationship).meta({ id: 'Relationship' });
const SourceOfFunds = z.enum(choices.sourceOfFunds).meta({ id: 'SourceOfFunds' });
export const WarningCode = z.enum(warningCodes).meta({ id: 'PaymentWarning' });

/**
 * Optional details of a payment: the payer's private note and the regulatory information that partner banks require.
 * Omitted fields default to the payee's. If a required one is then missing, the payment is refused. The PIN authorises
 * these fields.
 */
export const ApprovedBackground = {
  note: z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(500, 'A note has at most 500 characters'))
    .optional(),
  purposeCode: PurposeCode.optional(),
  sourceOfFunds: SourceOfFunds.optional(),
  relationship: Relationship.optional(),
};

/**
 * Adds the scam warning that the payer read. It is evidence, not part of the payment, so the PIN does not authorise it.
 */
export const PaymentBackground = {
  ...ApprovedBackground,
  warning: WarningCode.optional(),
};
export type PaymentBackground = z.infer<z.ZodObject<typeof PaymentBackground>>;

export const ToldOfPayment = {
  warning: z.object({ code: z.string(), text: z.string(), acceptedAt: Moment }).nullable(),
  cardNumberIn: z.array(z.enum(['payeeReference', 'note'])),
};

export const SaidOfPayment = {
  note: z.string().nullable(),
  purposeCode: PurposeCode.nullable(),
  sourceOfFunds: SourceOfFunds.nullable(),
  relationship: Relationship.nullable(),
};
