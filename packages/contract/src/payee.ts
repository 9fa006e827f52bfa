import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CurrencyCode, Empty, Idempotency, Moment, Nothing, PersonName, Uid } from './fields.ts';

/** Payee types and their titles, word for word from the specification (section 2). */
export const payeeTitles = {
  gbp: 'GBP Payment in UK',
  eur: 'EUR Payment (SEPA)',
  thb: 'THB Payment (Thailand)',
  swt: 'SWIFT PAYMENT WORLDWIDE',
  usd: 'USD Fed wire (USA only)',
  localatw: 'Local Payment Across the world',
  swiftatw: 'SWIFT Payment Across the world',
} as const;

export const PayeeType = z.enum(['gbp']);
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

export const SortCode = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'A sort code has 6 digits'));
/** Banks still issue 6- and 7-digit numbers; they are padded with zeros in front. */
export const AccountNumber = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').padStart(8, '0'))
  .pipe(z.string().regex(/^(?!0{8})\d{8}$/, 'An account number has 8 digits'));

export const PayeeView = z
  .object({
    uid: Uid,
    version: z.int(),
    type: PayeeType,
    currency: CurrencyCode,
    entityType: EntityType,
    name: z.string(),
    nickname: z.string().nullable(),
    sortCode: z.string(),
    accountNumber: z.string(),
    defaultReference: z.string().nullable(),
    favourite: z.boolean(),
    status: PayeeStatus,
    reason: z.string().nullable(),
    nameCheck: z.object({ result: NameCheckResult, actualName: z.string().nullable(), checkedAt: Moment }).nullable(),
    lastPaidAt: Moment.nullable(),
    /** One line for lists: `04-06-21 · 41728830`. */
    summary: z.string(),
    createdAt: Moment,
  })
  .meta({ id: 'Payee' });
export type PayeeView = z.infer<typeof PayeeView>;

const details = {
  entityType: EntityType,
  name: PersonName,
  nickname: z.string().trim().max(50).nullable().optional(),
  sortCode: SortCode,
  accountNumber: AccountNumber,
  defaultReference: z
    .string()
    .trim()
    .max(18)
    .regex(/^[A-Za-z0-9 -]*$/, 'Only letters, numbers, spaces and hyphens')
    .nullable()
    .optional(),
  /** The check that was shown to the customer for exactly these details. */
  nameCheckId: Uid,
  /** The customer read the warning of a check that did not match, and goes on. */
  acceptNameCheck: z.boolean().optional(),
};

export const list = endpoint({
  method: 'GET',
  path: '/v1/payee',
  access: 'payee',
  about: 'Every payee of the customer, with its state; pending and rejected ones too.',
  input: z.strictObject({ search: z.string().max(140).optional() }),
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
  about: 'Adds a payee after the name check; the details pass the modulus check first.',
  input: z.strictObject({ type: PayeeType, ...details, idempotency: Idempotency }),
  reply: PayeeView,
  refusals: ['payee_details_invalid', 'payee_exists', 'name_check_required', 'name_check_unconfirmed'],
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
    nameCheckId: Uid.optional(),
    favourite: z.boolean().optional(),
    idempotency: Idempotency,
  }),
  reply: PayeeView,
  refusals: [
    'not_found',
    'payee_changed',
    'payee_details_invalid',
    'payee_exists',
    'name_check_required',
    'name_check_unconfirmed',
  ],
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/payee/{uid}',
  access: 'payee',
  about: 'Deletes a payee; refused while a payment to it is under way.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: Nothing,
  refusals: ['not_found', 'payee_in_use'],
});

export const checkName = endpoint({
  method: 'POST',
  path: '/v1/payee/namecheck',
  access: 'payee',
  about:
    "Asks the payee's bank whether the name belongs to the account (Confirmation of Payee). Advisory, and kept as evidence.",
  input: z.strictObject({
    type: PayeeType,
    name: PersonName,
    entityType: EntityType,
    sortCode: SortCode,
    accountNumber: AccountNumber,
  }),
  reply: z.object({
    checkId: Uid,
    scheme: z.enum(['cop', 'vop', 'none']),
    result: NameCheckResult,
    code: z.string(),
    actualName: z.string().nullable(),
    expiresAt: Moment,
  }),
  refusals: ['payee_details_invalid', 'rate_limited'],
});

export const usableGbp = endpoint({
  method: 'GET',
  path: '/v1/payment/payee/gbp',
  access: 'payment',
  about: 'Payees that can be paid in pounds inside the UK; recent ones first.',
  input: Empty,
  reply: z.array(PayeeView),
  refusals: [],
});
