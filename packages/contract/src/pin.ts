import { z } from 'zod';
import { AutoFxTerms } from './auto-fx.ts';
import { BulkTotal } from './bulk-payment.ts';
import { endpoint } from './endpoint.ts';
import { AmountText, BankHolderId, CurrencyCode, Day, Empty, Idempotency, Moment, Nothing, Uid } from './fields.ts';
import { GlobalAtRatePurpose } from './global-at-rate.ts';
import { GlobalCrossPurpose, GlobalSamePurpose, Worst } from './global-payment.ts';
import { NamePolicyPurpose } from './payee-name-policy.ts';
import { PaymentScheme } from './payment.ts';
import { ApprovedBackground } from './payment-background.ts';
import { EndToEndId } from './payment-evidence.ts';
import { StandingOrderTerms } from './standing-order-terms.ts';
import { TeamApprovalPurpose, TeamApprovalRulePurpose } from './team-approval-purpose.ts';
import { TransferPurpose } from './transfer-purpose.ts';

export const Pin = z.string().regex(/^\d{4}$/, 'A PIN has 4 digits');

export const PinState = z.object({
  exists: z.boolean(),
  status: z.enum(['none', 'active', 'locked']),
  attemptsLeft: z.int(),
});

const FeeText = z.string().regex(/^\d{1,15}(\.\d{1,8})?$/);

const PaymentPurpose = z.strictObject({
  operation: z.enum(['payment.gbp', 'payment.eur', 'payment.thb', 'payment.ifx.gbp', 'payment.ifx.eur']),
  sourceBankholderId: BankHolderId,
  payeeUid: Uid,
  payeeVersion: z.int().positive(),
  amount: AmountText,
  currency: CurrencyCode,
  fee: FeeText,
  reference: z.string().max(140),
  ...ApprovedBackground,
  endToEndId: EndToEndId.optional(),
  scheme: PaymentScheme.optional(),
  executionDate: Day.optional(),
  draftUid: Uid.optional(),
  paymentIdempotency: Idempotency,
});

export type PaymentPurpose = z.infer<typeof PaymentPurpose>;

const ConversionPurpose = z.strictObject({
  operation: z.literal('fx.convert'),
  quoteId: Uid,
  sourceBankholderId: BankHolderId,
  targetBankholderId: BankHolderId,
  amount: AmountText,
  currency: CurrencyCode,
  fee: FeeText,
  buyAmount: AmountText,
  buyCurrency: CurrencyCode,
  worst: Worst,
  paymentIdempotency: Idempotency,
});

const AutoFxPurpose = z.strictObject({
  operation: z.literal('auto-fx.set'),
  uid: Uid.nullable(),
  version: z.int().positive().nullable(),
  terms: AutoFxTerms,
  acceptMetTarget: z.boolean().default(false),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

const DealPurpose = z.strictObject({
  operation: z.literal('manual-fx.accept'),
  uid: Uid,
  number: z.int().positive(),
  sourceBankholderId: BankHolderId,
  targetBankholderId: BankHolderId,
  amount: AmountText,
  currency: CurrencyCode,
  buyAmount: AmountText,
  buyCurrency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

const StandingOrderPurpose = z.strictObject({
  operation: z.literal('standing-order.set'),
  uid: Uid.nullable(),
  version: z.int().positive().nullable(),
  terms: StandingOrderTerms,
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

const StandingOrderDatePurpose = z.strictObject({
  operation: z.literal('standing-order.next'),
  uid: Uid,
  version: z.int().positive(),
  day: Day,
  payDay: Day,
  amount: AmountText,
  currency: CurrencyCode,
  reference: z.string().max(140),
  paymentIdempotency: Idempotency,
});

const StandingOrderHeldPurpose = z.strictObject({
  operation: z.literal('standing-order.pay-held'),
  uid: Uid,
  day: Day,
  quoteId: Uid,
  amount: AmountText,
  currency: CurrencyCode,
  buyAmount: AmountText,
  buyCurrency: CurrencyCode,
  fee: FeeText,
  worst: Worst,
  paymentIdempotency: Idempotency,
});

const BulkPurpose = z.strictObject({
  operation: z.literal('payment.bulk'),
  uid: Uid,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  totals: z.array(BulkTotal).min(1).max(10),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

/**
 * The whole operation that one PIN entry authorises. If any figure differs at execution, the authorisation is invalid.
 */
export const Purpose = z.discriminatedUnion('operation', [
  PaymentPurpose,
  GlobalSamePurpose,
  GlobalCrossPurpose,
  GlobalAtRatePurpose,
  ConversionPurpose,
  TransferPurpose,
  AutoFxPurpose,
  DealPurpose,
  StandingOrderPurpose,
  StandingOrderDatePurpose,
  StandingOrderHeldPurpose,
  BulkPurpose,
  TeamApprovalPurpose,
  TeamApprovalRulePurpose,
  NamePolicyPurpose,
]);
export type Purpose = z.infer<typeof Purpose>;

export const state = endpoint({
  method: 'GET',
  path: '/v1/pin',
  access: 'customer',
  background: true,
  about: 'Whether the customer has chosen a PIN, and how many tries are left.',
  input: Empty,
  reply: PinState,
  refusals: [],
});

export const create = endpoint({
  method: 'POST',
  path: '/v1/pin',
  access: 'customer',
  about: 'Chooses the first PIN. Runs, repeats and the birth year are refused.',
  input: z.strictObject({ pincode: Pin, confirmation: Pin, idempotency: Idempotency }),
  reply: Nothing,
  refusals: ['pin_exists', 'pin_weak', 'pin_mismatch'],
});

export const update = endpoint({
  method: 'PUT',
  path: '/v1/pin',
  access: 'updatepin',
  about: 'Changes the PIN. The current one is asked for and counts as a try.',
  input: z.strictObject({ current: Pin, pincode: Pin, confirmation: Pin, idempotency: Idempotency }),
  reply: Nothing,
  refusals: ['pin_missing', 'pin_wrong', 'pin_locked', 'pin_weak', 'pin_mismatch'],
});

export const verify = endpoint({
  method: 'POST',
  path: '/v1/pin/verify',
  access: 'customer',
  about:
    'Checks the PIN. With a purpose, the answer carries a one-time approval for exactly that operation, good for five minutes.',
  input: z.strictObject({ pincode: Pin, purpose: Purpose.optional(), idempotency: Idempotency }),
  reply: z.object({ approval: z.string().nullable(), expiresAt: Moment.nullable() }),
  refusals: ['pin_missing', 'pin_wrong', 'pin_locked', 'pin_cooling'],
});

export const log = endpoint({
  method: 'POST',
  path: '/v1/logs/pin',
  access: 'customer',
  about:
    'What the browser saw on the PIN pad. The server keeps its own record; this one is marked as reported by the client.',
  input: z.strictObject({
    action: z.enum(['create-pin', 'reset-pin', 'update-pin', 'verify']),
    result: z.enum(['success', 'fail', 'closed']),
    idempotency: Idempotency,
  }),
  reply: Nothing,
  refusals: ['rate_limited'],
});

export const resetState = endpoint({
  method: 'GET',
  path: '/v1/customer/resetpin',
  access: 'customer',
  about: 'Whether the PIN can be reset by the customer, and what the reset asks for. It changes nothing.',
  input: Empty,
  reply: z.object({
    allowed: z.boolean(),
    asksFor: z.literal('password'),
    coolingHours: z.int(),
    coolingLimit: z.string(),
  }),
  refusals: [],
});

export const reset = endpoint({
  method: 'POST',
  path: '/v1/pin/reset',
  access: 'customer',
  about: 'Sets a new PIN after the password was given again. For 24 hours afterwards larger payments are refused.',
  input: z.strictObject({
    password: z.string().min(1).max(128),
    pincode: Pin,
    confirmation: Pin,
    idempotency: Idempotency,
  }),
  reply: Nothing,
  refusals: ['login_failed', 'login_locked', 'pin_weak', 'pin_mismatch'],
});
