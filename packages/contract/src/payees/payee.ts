import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { ApprovalRequestSummary } from '../approvals/approval.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  CurrencyCode,
  Idempotency,
  Moment,
  MoneyView,
  NoContent,
  OptionalIdempotency,
  PinAuthorisation,
  Uid,
  UidInput,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { nameMismatchReasonLength } from './name-mismatch.ts';
import { NameCheckScheme, PayeeRequirements, PayeeType } from './payee-requirements.ts';

export const PayeeStatus = z.enum(['pending', 'approved', 'reject', 'disabled']);
export const EntityType = z.enum(['individual', 'company']);

export const NameCheckResult = z.enum([
  'match',
  'close_match',
  'wrong_account_type',
  'no_match',
  'unavailable',
  'not_supported',
  'account_switched',
  'not_found',
]);
export type NameCheckResult = z.infer<typeof NameCheckResult>;

/** `unconfirmed`: was added with `confirmWithPayment` and has not been paid. Only its author sees it, for a day. */
export const PayeeReason = z.enum(['name_check', 'team_approval', 'compliance', 'bank_details_invalid', 'unconfirmed']);

export const PayeeView = z
  .object({
    uid: Uid,
    version: z.int(),
    type: PayeeType,
    currency: CurrencyCode,
    entityType: EntityType,
    name: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    companyName: z.string().nullable(),
    nickname: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    lines: z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
    defaultReference: z.string().nullable(),
    favourite: z.boolean(),
    ownAccount: z.boolean(),
    /** False: was paid without being saved, and is in no list. */
    saved: z.boolean(),
    cardNumberIn: z.array(z.enum(['nickname', 'defaultReference'])),
    status: PayeeStatus,
    reasonCode: PayeeReason.nullable(),
    reason: z.string().nullable(),
    nameCheck: z.object({ result: NameCheckResult, actualName: z.string().nullable(), checkedAt: Moment }).nullable(),
    approvalRequest: ApprovalRequestSummary.nullable(),
    lastPaidAt: Moment.nullable(),
    largestPaid: MoneyView.nullable(),
    summary: z.string(),
    bankName: z.string().nullable(),
    /** BIC derived from the IBAN of a EUR payee without one; sent with each payment. */
    derivedBic: z.string().nullable(),
    createdBy: z.string(),
    approvedBy: z.object({ by: z.enum(['colleagues', 'larkmere']), names: z.array(z.string()), at: Moment }).nullable(),
    createdAt: Moment,
  })
  .meta({ id: 'Payee' });
export type PayeeView = z.infer<typeof PayeeView>;

const ShortText = freeText().max(200);
/** Numbers must come as they are, and `payee-field.ts` cleans each field by its kind. */
const Details = z.record(z.string().max(40), z.string().max(200));

const payeeInput = {
  entityType: EntityType,
  /** For an individual: `firstName` and `lastName` of `details` together. */
  name: ShortText,
  nickname: ShortText.nullable().optional(),
  details: Details,
  defaultReference: ShortText.nullable().optional(),
  ownAccount: z.boolean().optional(),
  /** A name check of exactly these details. Required where the scheme supports name checks; optional for PromptPay. */
  nameCheckId: Uid.optional(),
  acceptNameCheck: z.boolean().optional(),
  /** Required after `no_match`, at the earliest ten seconds after the result. */
  nameCheckReason: freeText().min(nameMismatchReasonLength.least).max(nameMismatchReasonLength.most).optional(),
};

const newPayeeInput = { type: PayeeType, currency: CurrencyCode, ...payeeInput };
const changedPayeeInput = {
  uid: Uid,
  version: z.int().positive(),
  ...payeeInput,
  favourite: z.boolean().optional(),
};

/** The authorisation is required of people with a second factor. */
const authorised = { authorisation: PinAuthorisation.optional(), idempotency: Idempotency };

export const AddPayeePurpose = z.strictObject({
  operation: z.literal('payee.add'),
  ...newPayeeInput,
  paymentIdempotency: Idempotency,
});
export const EditPayeePurpose = z.strictObject({
  operation: z.literal('payee.edit'),
  ...changedPayeeInput,
  paymentIdempotency: Idempotency,
});

export const requirements = endpoint({
  method: 'GET',
  path: '/v1/payee/requirements',
  access: 'payee',
  about:
    'The fields of a payee as data. Without a type: of every type that the currency has. The other answers are those of fields that say `refreshOnChange`.',
  input: z.strictObject({
    type: PayeeType.optional(),
    currency: CurrencyCode.optional(),
    country: z.string().max(6).optional(),
    payTo: z.string().max(20).optional(),
    bankCode: z.string().max(10).optional(),
    addressCountry: z.string().max(2).optional(),
    entityType: EntityType.optional(),
    /** Excludes rails that cannot carry this amount, in `currency`; ignored without one. */
    amount: AmountText.optional(),
  }),
  reply: z.array(PayeeRequirements),
  refusals: ['swift_not_enabled'],
});

export const list = endpoint({
  method: 'GET',
  path: '/v1/payee',
  access: 'payee',
  about: 'Every payee of the customer, favourites first, with its state; pending and rejected ones too.',
  input: z.strictObject({
    search: z
      .string()
      .max(140)
      .regex(/^[^\p{Cc}\p{Cf}]*$/u, fieldMessage('search_characters_invalid'))
      .optional(),
  }),
  reply: z.array(PayeeView),
  refusals: [],
});

export const view = endpoint({
  method: 'GET',
  path: '/v1/payee/{uid}',
  access: 'payee',
  about: 'One payee.',
  input: z.strictObject({ uid: Uid }),
  reply: PayeeView,
  refusals: ['not_found'],
});

export const add = endpoint({
  method: 'POST',
  path: '/v1/payee',
  access: 'payee',
  serviceKey: 'payee',
  about:
    'Adds a payee. The details are judged by the requirements of its type; where names can be checked, that comes first. With `confirmWithPayment` nothing is authorised yet: the payee is `unconfirmed` for a day, in no list, and becomes a payee with the payment that names it in `newPayee`. Adding the same account again replaces it. With `saved: false`, which needs `confirmWithPayment`, it stays in no list after the payment, and adding the same account later saves it.',
  input: z.strictObject({
    ...newPayeeInput,
    ...authorised,
    confirmWithPayment: z.literal(true).optional(),
    saved: z.boolean().optional(),
  }),
  reply: PayeeView,
  refusals: [
    'swift_not_enabled',
    'payee_details_invalid',
    'payee_exists',
    'payee_not_approved',
    'name_check_required',
    'name_check_unconfirmed',
    'name_check_forbidden',
    'access_denied',
    'approval_required',
    'second_factor_required',
    'authorisation_invalid',
    'service_off',
  ],
});

export const edit = endpoint({
  method: 'PUT',
  path: '/v1/payee/{uid}',
  access: 'payee',
  serviceKey: 'payee',
  about:
    'Changes a payee. Each change is a new version, so an approval for the old one is void; another name, type or account needs a name check.',
  input: z.strictObject({ ...changedPayeeInput, ...authorised }),
  reply: PayeeView,
  refusals: [
    'not_found',
    'swift_not_enabled',
    'payee_changed',
    'payee_details_invalid',
    'payee_exists',
    'name_check_required',
    'name_check_unconfirmed',
    'name_check_forbidden',
    'access_denied',
    'approval_required',
    'second_factor_required',
    'authorisation_invalid',
    'service_off',
  ],
});

export const setFavourite = endpoint({
  method: 'PUT',
  path: '/v1/payee/{uid}/favourite',
  access: 'payee',
  about:
    'Puts a payee among the favourites, which come first in every list, or takes it from them. It makes no new version. A favourite is saved.',
  input: z.strictObject({ uid: Uid, favourite: z.boolean(), idempotency: Idempotency }),
  reply: PayeeView,
  refusals: ['not_found'],
});

export const PayeeUse = z.object({
  by: z.enum(['payment', 'standing_order', 'auto_fx', 'bulk_payment']),
  uid: Uid,
  reference: z.string(),
});
export type PayeeUse = z.infer<typeof PayeeUse>;

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/payee/{uid}',
  access: 'payee',
  about: 'Deletes a payee; refused while something still needs it, with what that is: `data.uses`.',
  input: UidInput,
  reply: NoContent,
  refusals: ['not_found', 'payee_in_use'],
});

export const checkName = endpoint({
  method: 'POST',
  path: '/v1/payee/namecheck',
  access: 'payee',
  about:
    "Asks the payee's bank whether the name belongs to the account (Confirmation of Payee in the UK, Verification of Payee for SEPA, the look-up of PromptPay IDs in Thailand). Advisory, and kept as evidence.",
  input: z.strictObject({
    type: PayeeType,
    currency: CurrencyCode,
    name: ShortText,
    entityType: EntityType,
    details: Details,
    ...OptionalIdempotency,
  }),
  reply: z.object({
    checkId: Uid,
    scheme: NameCheckScheme,
    result: NameCheckResult,
    code: z.string(),
    actualName: z.string().nullable(),
    /** Set if the customer already accepted this result. The acceptance is valid for 90 days. */
    acceptedAt: Moment.nullable(),
    isBlocked: z.boolean(),
    expiresAt: Moment,
  }),
  refusals: ['payee_details_invalid', 'rate_limited'],
});
