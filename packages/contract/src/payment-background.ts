import { z } from 'zod';
import { Moment } from './fields.ts';
import { choices } from './payment-choices.ts';
import { warningCodes } from './payment-warning.ts';

const PurposeCode = z.enum(choices.purposeCode).meta({ id: 'PurposeCode' });
const Relationship = z.enum(choices.relationship).meta({ id: 'Relationship' });
const SourceOfFunds = z.enum(choices.sourceOfFunds).meta({ id: 'SourceOfFunds' });
export const WarningCode = z.enum(warningCodes).meta({ id: 'PaymentWarning' });

/**
 * What a payer may say of a payment beyond what the payee reads: a note to themselves, and what partners ask for. What is
 * left out is taken from the payee, where it says so; what is then missing is refused where a partner demands it. The PIN
 * approves it with the figures.
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

/** The same, with what the payer read: that is evidence and no part of the payment, so the PIN does not approve it. */
export const PaymentBackground = {
  ...ApprovedBackground,
  /** The warning about swindlers that they read before they confirmed it; it is kept as evidence. */
  warning: WarningCode.optional(),
};
export type PaymentBackground = z.infer<z.ZodObject<typeof PaymentBackground>>;

/** What the payer was told of it: the warning that they read, and which texts look as if they held a card's number. */
export const ToldOfPayment = {
  warning: z.object({ code: z.string(), text: z.string(), acceptedAt: Moment }).nullable(),
  /** Others read these texts. A warning, and no refusal. */
  cardNumberIn: z.array(z.enum(['payeeReference', 'note'])),
};

/** The same, as it was said or stood with the payee when the payment was made. The note goes nowhere. */
export const SaidOfPayment = {
  note: z.string().nullable(),
  purposeCode: PurposeCode.nullable(),
  sourceOfFunds: SourceOfFunds.nullable(),
  relationship: Relationship.nullable(),
};
