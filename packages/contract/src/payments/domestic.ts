import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { NewPayee } from '../payees/new-payee.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CalendarDate,
  DraftUid,
  Idempotency,
  PaymentReference,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PaymentScheme, PaymentView } from './payment.ts';
import { RegulatoryInformationInput } from './regulatory-information.ts';
import { RestFrom, restRefusals } from './rest-from.ts';
import { AmountSide, EndToEndId, SupportingDocuments, supportingDocumentRefusals } from './supporting-documents.ts';
export const SepaReference = freeText()
  .min(1, fieldMessage('reference_required'))
  .max(140, fieldMessage('reference_characters_too_many'))
  .regex(/^[A-Za-z0-9 /?:().,'+-]+$/, fieldMessage('reference_characters_latin'));

export const ThaiReference = freeText()
  .min(1, fieldMessage('reference_required'))
  .max(35, fieldMessage('reference_characters_too_many'))
  .regex(/^[A-Za-z0-9 -]+$/, fieldMessage('reference_characters_invalid'));

const DomesticInput = {
  ...RegulatoryInformationInput,
  ...SupportingDocuments,
  /** Defaults to our reference. */
  endToEndId: EndToEndId.optional(),
  sourceBankholderId: BankHolderId,
  payeeUid: Uid,
  payeeVersion: z.int().positive(),
  newPayee: NewPayee.optional(),
  amount: AmountText,
  amountSide: AmountSide.optional(),
  /** The fee displayed to the customer. If the fee has changed, the payment is refused. */
  fee: AmountText,
  /** A later execution date. No money is put on hold before it, and `fee` is then the maximum fee. */
  executionDate: CalendarDate.optional(),
  draftUid: DraftUid,
  restFrom: RestFrom.optional(),
  authorisation: PinAuthorisation,
  confirmDuplicate: z.boolean().optional(),
  idempotency: Idempotency,
};

const GbpInput = z.strictObject({ ...DomesticInput, currency: z.literal('GBP'), reference: PaymentReference });
const EurInput = z.strictObject({
  ...DomesticInput,
  currency: z.literal('EUR'),
  reference: SepaReference,
  scheme: PaymentScheme.default('auto'),
});
const ThbInput = z.strictObject({ ...DomesticInput, currency: z.literal('THB'), reference: ThaiReference });

const sendRefusals = [
  'not_found',
  'account_not_usable',
  'account_restricted',
  'payer_address_missing',
  'payee_not_approved',
  'payee_changed',
  'payee_exists',
  'name_check_forbidden',
  'amount_invalid',
  'execution_date_invalid',
  'insufficient_funds',
  'limit_exceeded',
  'duplicate_suspected',
  'access_denied',
  'approval_required',
  'price_changed',
  'authorisation_invalid',
  ...supportingDocumentRefusals,
  ...restRefusals,
  'pin_cooling',
  'service_off',
  'invalid_transition',
] as const;

export const sendGbp = endpoint({
  method: 'POST',
  path: '/v1/payment/GBP',
  access: 'payment',
  about:
    'Sends pounds inside the UK by Faster Payments. Sets the money aside and queues the payment; the approval of the PIN is redeemed in the same transaction.',
  input: GbpInput,
  reply: PaymentView,
  refusals: sendRefusals,
});

export const sendEur = endpoint({
  method: 'POST',
  path: '/v1/payment/EUR',
  access: 'payment',
  about:
    'Sends euros by SEPA: at once where amount and scheme allow it, else with the next run of credit transfers. Money and approval as with pounds.',
  input: EurInput,
  reply: PaymentView,
  refusals: sendRefusals,
});

export const sendThb = endpoint({
  method: 'POST',
  path: '/v1/payment/THB',
  access: 'payment',
  about:
    'Sends baht inside Thailand: by PromptPay, or by BAHTNET above what PromptPay carries. What the partner wants to know (`asks` of the price) has to be said, unless it stands with the payee.',
  input: ThbInput,
  reply: PaymentView,
  refusals: sendRefusals,
});

export const sendIfxGbp = endpoint({
  method: 'POST',
  path: '/v1/payment/IFX/GBP',
  access: 'payment',
  about: 'Sends pounds from an account whose `venderType` is ifx.',
  input: GbpInput,
  reply: PaymentView,
  refusals: sendRefusals,
});

export const sendIfxEur = endpoint({
  method: 'POST',
  path: '/v1/payment/IFX/EUR',
  access: 'payment',
  about: 'Sends euros from an account whose `venderType` is ifx.',
  input: EurInput,
  reply: PaymentView,
  refusals: sendRefusals,
});

export const sendPendingDomestic = endpoint({
  method: 'POST',
  path: '/v1/payment/pending-domestic',
  access: 'payment',
  about:
    'Makes a domestic payment in its own currency. Where documents are mandatory it is `in_review` and `documents.required` names them; else it goes on at once.',
  input: z.strictObject({
    ...DomesticInput,
    currency: z.enum(['GBP', 'EUR', 'THB']),
    reference: freeText().min(1).max(140),
    scheme: PaymentScheme.optional(),
  }),
  reply: PaymentView,
  refusals: [...sendRefusals, 'reference_invalid'],
});
