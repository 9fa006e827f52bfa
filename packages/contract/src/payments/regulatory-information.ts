import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { Moment } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { regulatoryCodes } from './regulatory-codes.ts';
import { scamWarningCodes } from './scam-warning.ts';

const PurposeCode = z.enum(regulatoryCodes.purposeCode).meta({ id: 'PurposeCode' });
const Relationship = z.enum(regulatoryCodes.relationship).meta({ id: 'Relationship' });
const SourceOfFunds = z.enum(regulatoryCodes.sourceOfFunds).meta({ id: 'SourceOfFunds' });
export const ScamWarningCode = z.enum(scamWarningCodes).meta({ id: 'ScamWarning' });

/**
 * Optional details of a payment: the payer's private note and the regulatory information that partner banks require.
 * Omitted fields default to the payee's. If a required one is then missing, the payment is refused. The PIN authorises
 * these fields.
 */
export const AuthorisedRegulatoryInformation = {
  note: freeText()
    .overwrite((text) => text.replace(/[\t\r\n]+/g, ' '))
    .max(500, fieldMessage('payment_note_too_long'))
    .optional(),
  purposeCode: PurposeCode.optional(),
  sourceOfFunds: SourceOfFunds.optional(),
  relationship: Relationship.optional(),
};

/** What an earlier payment said, offered for the next one. */
export const PreviousAnswers = z.object({
  purposeCode: PurposeCode.optional(),
  relationship: Relationship.optional(),
  sourceOfFunds: SourceOfFunds.optional(),
});
export type PreviousAnswers = z.infer<typeof PreviousAnswers>;

/**
 * Adds the scam warning that the payer read. It is evidence, not part of the payment, so the PIN does not authorise it.
 */
export const RegulatoryInformationInput = {
  ...AuthorisedRegulatoryInformation,
  warning: ScamWarningCode.optional(),
};
export type RegulatoryInformationInput = z.infer<z.ZodObject<typeof RegulatoryInformationInput>>;

export const DisplayedWarnings = {
  warning: z.object({ code: z.string(), text: z.string(), acceptedAt: Moment }).nullable(),
  cardNumberIn: z.array(z.enum(['payeeReference', 'note'])),
};

export const RegulatoryInformation = {
  note: z.string().nullable(),
  purposeCode: PurposeCode.nullable(),
  sourceOfFunds: SourceOfFunds.nullable(),
  relationship: Relationship.nullable(),
};
