import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  AmountText,
  CurrencyCode,
  Idempotency,
  Moment,
  MoneyView,
  Named,
  Nothing,
  OptionalKey,
  Uid,
} from './fields.ts';
import { reasonLength } from './payee-doubt.ts';
import { NameScheme, PayeeRequirements, PayeeType } from './payee-requirements.ts';
import { TeamApprovalBadge } from './team-approval.ts';

export const PayeeStatus = z.enum(['pending', 'approved', 'reject', 'disabled']);
export const EntityType = z.enum(['individual', 'company']);

/** Answers of Confirmation of Payee (product.md B4); the four faces of the screen are drawn from these. */
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

/** Why somebody has to look at a payee, or turned it down. */
export const PayeeReason = z.enum(['name_check', 'team_approval', 'compliance', 'bank_details_invalid']);

export const PayeeView = z
  .object({
    uid: Uid,
    version: z.int(),
    type: PayeeType,
    currency: CurrencyCode,
    entityType: EntityType,
    /** As it stands on the account. */
    name: z.string(),
    /** A person's, where it was told in parts. */
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    companyName: z.string().nullable(),
    nickname: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    /** The details in words, for reading. */
    lines: z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
    defaultReference: z.string().nullable(),
    favourite: z.boolean(),
    /** An account of the customer's own elsewhere. */
    ownAccount: z.boolean(),
    /** Texts that look as if they held the number of a card, which others may read: a warning, and no refusal. */
    cardNumberIn: z.array(z.enum(['nickname', 'defaultReference'])),
    status: PayeeStatus,
    reasonCode: PayeeReason.nullable(),
    reason: z.string().nullable(),
    nameCheck: z.object({ result: NameCheckResult, actualName: z.string().nullable(), checkedAt: Moment }).nullable(),
    /** The approval of colleagues, where a rule asks for one: as it stands, or how it ended last. */
    teamApproval: TeamApprovalBadge.nullable(),
    lastPaidAt: Moment.nullable(),
    /** The largest payment that reached it so far; three times as much is worth another look at the name. */
    largestPaid: MoneyView.nullable(),
    /** One line for lists: `04-06-21 · 41728830`. */
    summary: z.string(),
    /** As it was told with the payee, or as the operator's table of banks has it. */
    bankName: z.string().nullable(),
    /** The BIC that follows from the IBAN of a payee in euros that was given none; it travels with each payment. */
    derivedBic: z.string().nullable(),
    /** The name of whoever added it. */
    createdBy: z.string(),
    /** Whose word made it one that can be paid, and when; null where whoever added it needed nobody's. */
    approvedBy: z.object({ by: z.enum(['colleagues', 'larkmere']), names: z.array(z.string()), at: Moment }).nullable(),
    createdAt: Moment,
  })
  .meta({ id: 'Payee' });
export type PayeeView = z.infer<typeof PayeeView>;

// Only the outer bounds: what each type takes is said by its requirements.
const Text = z.string().max(200);
const Details = z.record(z.string().max(40), Text);

const details = {
  entityType: EntityType,
  /** As it stands on the account; of a person whose `details` have `firstName` and `lastName`, both together. */
  name: Text,
  nickname: Text.nullable().optional(),
  details: Details,
  defaultReference: Text.nullable().optional(),
  ownAccount: z.boolean().optional(),
  /** The check that was shown to the customer for exactly these details; needed where names can be checked. */
  nameCheckId: Uid.optional(),
  /** The customer read the warning of a check that did not match, and goes on. */
  acceptNameCheck: z.boolean().optional(),
  /** Why they go on when the name does not match at all, in their own words; no sooner than ten seconds after the answer. */
  nameCheckReason: z.string().trim().min(reasonLength.least).max(reasonLength.most).optional(),
};

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
    /** A company is asked for its registered name, a person for first and last name apart. */
    entityType: EntityType.optional(),
    /** What is to be paid: some ways do not carry as much. In the `currency`; without one it says nothing. */
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
      .regex(/^\P{Cc}*$/u, 'This cannot be searched for')
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
  about:
    'Adds a payee. The details are judged by the requirements of its type; where names can be checked, that comes first.',
  input: z.strictObject({ type: PayeeType, currency: CurrencyCode, ...details, idempotency: Idempotency }),
  reply: PayeeView,
  refusals: [
    'swift_not_enabled',
    'payee_details_invalid',
    'payee_exists',
    'name_check_required',
    'name_check_unconfirmed',
    'name_check_forbidden',
    'access_denied',
    'approval_required',
  ],
});

export const edit = endpoint({
  method: 'PUT',
  path: '/v1/payee/{uid}',
  access: 'payee',
  about:
    'Changes a payee. Each change is a new version, so an approval for the old one is void; another name, type or account needs a name check.',
  input: z.strictObject({
    uid: Uid,
    version: z.int().positive(),
    ...details,
    favourite: z.boolean().optional(),
    idempotency: Idempotency,
  }),
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
  ],
});

export const star = endpoint({
  method: 'PUT',
  path: '/v1/payee/{uid}/favourite',
  access: 'payee',
  about:
    'Puts a payee among the favourites, which come first in every list, or takes it from them. It makes no new version.',
  input: z.strictObject({ uid: Uid, favourite: z.boolean(), idempotency: Idempotency }),
  reply: PayeeView,
  refusals: ['not_found'],
});

/** Something that still needs a payee: it stands in the `data` of the refusal to delete it. */
export const PayeeUse = z.object({
  by: z.enum(['payment', 'standing_order', 'auto_fx', 'bulk_payment']),
  uid: Uid,
  /** A file goes by its name. */
  reference: z.string(),
});
export type PayeeUse = z.infer<typeof PayeeUse>;

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/payee/{uid}',
  access: 'payee',
  about: 'Deletes a payee; refused while something still needs it, with what that is: `data.uses`.',
  input: Named,
  reply: Nothing,
  refusals: ['not_found', 'payee_in_use'],
});

export const checkName = endpoint({
  method: 'POST',
  path: '/v1/payee/namecheck',
  access: 'payee',
  about:
    "Asks the payee's bank whether the name belongs to the account (Confirmation of Payee in the UK, Verification of Payee for SEPA). Advisory, and kept as evidence.",
  input: z.strictObject({
    type: PayeeType,
    currency: CurrencyCode,
    name: Text,
    entityType: EntityType,
    details: Details,
    ...OptionalKey,
  }),
  reply: z.object({
    checkId: Uid,
    scheme: NameScheme,
    result: NameCheckResult,
    code: z.string(),
    actualName: z.string().nullable(),
    /** When the customer went on in spite of this very answer; within 90 days it is not asked about again. */
    acceptedAt: Moment.nullable(),
    /** The firm forbids to go on with this answer. */
    forbidden: z.boolean(),
    expiresAt: Moment,
  }),
  refusals: ['payee_details_invalid', 'rate_limited'],
});
