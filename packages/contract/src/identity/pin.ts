import { z } from 'zod';
import { OwnTransferPurpose } from '../accounts/own-transfer-purpose.ts';
import { ApprovalPurpose, ApprovalRulePurpose } from '../approvals/approval-purpose.ts';
import { AutoFxTerms } from '../fx/auto-fx.ts';
import { NameCheckPolicyPurpose } from '../payees/name-check-policy.ts';
import { BulkTotal } from '../payments/bulk.ts';
import { InternationalCrossPurpose, InternationalSamePurpose, WorstCase } from '../payments/international.ts';
import { InternationalAtRatePurpose } from '../payments/international-at-rate.ts';
import { PaymentScheme } from '../payments/payment.ts';
import { AuthorisedRegulatoryInformation } from '../payments/regulatory-information.ts';
import { StandingOrderTerms } from '../payments/standing-order-terms.ts';
import { EndToEndId } from '../payments/supporting-documents.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CalendarDate,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  NoContent,
  Uid,
} from '../platform/fields.ts';

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
  ...AuthorisedRegulatoryInformation,
  endToEndId: EndToEndId.optional(),
  scheme: PaymentScheme.optional(),
  executionDate: CalendarDate.optional(),
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
  worstCase: WorstCase,
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
  day: CalendarDate,
  payDay: CalendarDate,
  amount: AmountText,
  currency: CurrencyCode,
  reference: z.string().max(140),
  paymentIdempotency: Idempotency,
});

const StandingOrderHeldPurpose = z.strictObject({
  operation: z.literal('standing-order.pay-held'),
  uid: Uid,
  day: CalendarDate,
  quoteId: Uid,
  amount: AmountText,
  currency: CurrencyCode,
  buyAmount: AmountText,
  buyCurrency: CurrencyCode,
  fee: FeeText,
  worstCase: WorstCase,
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
  InternationalSamePurpose,
  InternationalCrossPurpose,
  InternationalAtRatePurpose,
  ConversionPurpose,
  OwnTransferPurpose,
  AutoFxPurpose,
  DealPurpose,
  StandingOrderPurpose,
  StandingOrderDatePurpose,
  StandingOrderHeldPurpose,
  BulkPurpose,
  ApprovalPurpose,
  ApprovalRulePurpose,
  NameCheckPolicyPurpose,
]);
export type Purpose = z.infer<typeof Purpose>;

export const state = endpoint({
  method: 'GET',
  path: '/v1/pin',
  access: 'customer',
  background: true,
  about: 'Whether the customer has chosen a PIN, and how many tries are left.',
  input: EmptyInput,
  reply: PinState,
  refusals: [],
});

export const create = endpoint({
  method: 'POST',
  path: '/v1/pin',
  access: 'customer',
  about: 'Chooses the first PIN. Runs, repeats and the birth year are refused.',
  input: z.strictObject({ pincode: Pin, confirmation: Pin, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['pin_exists', 'pin_weak', 'pin_mismatch'],
});

export const update = endpoint({
  method: 'PUT',
  path: '/v1/pin',
  access: 'updatepin',
  about: 'Changes the PIN. The current one is asked for and counts as a try.',
  input: z.strictObject({ current: Pin, pincode: Pin, confirmation: Pin, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['pin_missing', 'pin_wrong', 'pin_locked', 'pin_weak', 'pin_mismatch'],
});

export const verify = endpoint({
  method: 'POST',
  path: '/v1/pin/verify',
  access: 'customer',
  about:
    'Checks the PIN. With a purpose, the answer carries a one-time approval for exactly that operation, good for five minutes.',
  input: z.strictObject({ pincode: Pin, purpose: Purpose.optional(), idempotency: Idempotency }),
  reply: z.object({ authorisation: z.string().nullable(), expiresAt: Moment.nullable() }),
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
  reply: NoContent,
  refusals: ['rate_limited'],
});

export const resetState = endpoint({
  method: 'GET',
  path: '/v1/customer/resetpin',
  access: 'customer',
  about: 'Whether the PIN can be reset by the customer, and what the reset asks for. It changes nothing.',
  input: EmptyInput,
  reply: z.object({
    allowed: z.boolean(),
    requires: z.literal('password'),
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
  reply: NoContent,
  refusals: ['login_failed', 'login_locked', 'pin_weak', 'pin_mismatch'],
});
