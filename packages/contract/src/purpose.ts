import { z } from 'zod';
import { OwnTransferPurpose } from './accounts/own-transfer-purpose.ts';
import { StatementExportPurpose } from './accounts/statement-export.ts';
import { ApprovalPurpose, ApprovalRulePurpose } from './approvals/approval-purpose.ts';
import {
  CardLimitsPurpose,
  CardOrderPurpose,
  CardPersonLimitsPurpose,
  CardPinPurpose,
  CardRevealPurpose,
  CardSwitchPurpose,
} from './cards/issued-card-purpose.ts';
import { AccessRequestPurpose } from './customers/access-request.ts';
import { ReactivationPurpose } from './customers/account-status.ts';
import { ClosurePurpose } from './customers/closure.ts';
import { UnfreezePurpose } from './customers/help.ts';
import { UserInvitePurpose, UserPinPurpose, UserRemovePurpose, UserUpdatePurpose } from './customers/user.ts';
import { AutoFxTerms } from './fx/auto-fx.ts';
import { DeviceTrustPurpose } from './identity/device.ts';
import { Pin, SetPinPurpose } from './identity/pin.ts';
import {
  AddFactorPurpose,
  FactorMethod,
  RecoveryCodesPurpose,
  RemoveFactorPurpose,
  SecondFactorProof,
} from './identity/second-factor.ts';
import { NameCheckPolicyPurpose } from './payees/name-check-policy.ts';
import { NewPayee } from './payees/new-payee.ts';
import { AddPayeePurpose, EditPayeePurpose } from './payees/payee.ts';
import { AddBulkPayeesPurpose, BulkTotal } from './payments/bulk.ts';
import { InternationalCrossPurpose, InternationalSamePurpose, WorstCase } from './payments/international.ts';
import { InternationalAtRatePurpose } from './payments/international-at-rate.ts';
import { MemberTransferPurpose } from './payments/member-transfer-purpose.ts';
import { PaymentScheme } from './payments/payment.ts';
import { AuthorisedRegulatoryInformation } from './payments/regulatory-information.ts';
import { AuthorisedRestFrom } from './payments/rest-from.ts';
import { StandingOrderTerms } from './payments/standing-order-terms.ts';
import { EndToEndId } from './payments/supporting-documents.ts';
import { endpoint } from './platform/endpoint.ts';
import { AmountText, BankHolderId, CalendarDate, CurrencyCode, Idempotency, Moment, Uid } from './platform/fields.ts';
import { freeText } from './platform/free-text.ts';

const FeeText = z.string().regex(/^\d{1,15}(\.\d{1,8})?$/);

export const PaymentPurpose = z.strictObject({
  operation: z.enum(['payment.gbp', 'payment.eur', 'payment.thb', 'payment.ifx.gbp', 'payment.ifx.eur']),
  sourceBankholderId: BankHolderId,
  payeeUid: Uid,
  payeeVersion: z.int().positive(),
  newPayee: NewPayee.optional(),
  amount: AmountText,
  currency: CurrencyCode,
  fee: FeeText,
  reference: freeText().max(140),
  ...AuthorisedRegulatoryInformation,
  endToEndId: EndToEndId.optional(),
  scheme: PaymentScheme.optional(),
  executionDate: CalendarDate.optional(),
  draftUid: Uid.optional(),
  restFrom: AuthorisedRestFrom.optional(),
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
  reference: freeText().max(140),
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
  MemberTransferPurpose,
  AutoFxPurpose,
  DealPurpose,
  StandingOrderPurpose,
  StandingOrderDatePurpose,
  StandingOrderHeldPurpose,
  BulkPurpose,
  ApprovalPurpose,
  ApprovalRulePurpose,
  NameCheckPolicyPurpose,
  ReactivationPurpose,
  UnfreezePurpose,
  ClosurePurpose,
  AddPayeePurpose,
  AddBulkPayeesPurpose,
  EditPayeePurpose,
  AddFactorPurpose,
  RemoveFactorPurpose,
  RecoveryCodesPurpose,
  SetPinPurpose,
  DeviceTrustPurpose,
  UserInvitePurpose,
  UserUpdatePurpose,
  UserRemovePurpose,
  UserPinPurpose,
  AccessRequestPurpose,
  StatementExportPurpose,
  CardOrderPurpose,
  CardLimitsPurpose,
  CardSwitchPurpose,
  CardPersonLimitsPurpose,
  CardRevealPurpose,
  CardPinPurpose,
]);
export type Purpose = z.infer<typeof Purpose>;

export const verify = endpoint({
  method: 'POST',
  path: '/v1/pin/verify',
  access: 'customer',
  about:
    'Checks the PIN, and the second factor where the operation needs one. With a purpose, the answer carries a one-time approval for exactly that operation, good for five minutes.',
  input: z.strictObject({
    pincode: Pin,
    purpose: Purpose.optional(),
    factor: SecondFactorProof.optional(),
    idempotency: Idempotency,
  }),
  reply: z.object({ authorisation: z.string().nullable(), expiresAt: Moment.nullable() }),
  refusals: ['pin_missing', 'pin_wrong', 'pin_locked', 'pin_cooling', 'second_factor_required'],
});

export const beginFactorChallenge = endpoint({
  method: 'POST',
  path: '/v1/second-factor/challenge',
  access: 'customer',
  about:
    'A challenge that a passkey answers for exactly this operation: once, within five minutes, in this session. The answer goes to the call that checks the PIN.',
  input: z.strictObject({ purpose: Purpose, idempotency: Idempotency }),
  reply: z.object({ methods: z.array(FactorMethod), passkey: z.unknown() }),
  refusals: ['second_factor_missing', 'rate_limited'],
});
