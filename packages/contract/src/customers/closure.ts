import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  MoneyView,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PendingStatus } from '../platform/pending-status.ts';
import { closureReasons } from './closure-reasons.ts';

export const ClosureState = z.enum(['blocked', 'closing', 'closed', 'erased_partially', 'erased', 'withdrawn']);
export type ClosureState = z.infer<typeof ClosureState>;

const ClosureReason = z.enum(closureReasons);

/** What stands in the way. `restriction`: our own block of the account, which we must lift first. */
export const ClosureBlockerKind = z.enum([
  'restriction',
  'payments',
  'approvals',
  'standing_orders',
  'auto_fx',
  'manual_fx',
  'bank_payments',
  'card_top_ups',
  'card_payments',
  'partner_share',
  'upgrade',
]);
export type ClosureBlockerKind = z.infer<typeof ClosureBlockerKind>;

export const ClosureView = z
  .object({
    state: ClosureState.nullable().describe('Null while nothing was asked for.'),
    reference: z.string().nullable(),
    pendingStatus: PendingStatus.nullable(),
    blockers: z.array(z.object({ kind: ClosureBlockerKind, count: z.int() })),
    /** Accounts and wallets that still hold money. They must be empty by the closing day. */
    balances: z.array(z.object({ bankholderid: z.string(), balance: MoneyView })),
    exitPayeeUid: Uid.nullable(),
    graceDays: z.int(),
    /** A closing of ours cannot be taken back by the customer. */
    requestedBy: z.enum(['customer', 'us']).nullable(),
    closesAt: Moment.nullable(),
    statementsUntil: Moment.nullable(),
    /** The owner types it to confirm. */
    memberCode: z.string(),
    isOwner: z.boolean(),
    /** Whether the PIN is asked for beside the password. */
    requiresPin: z.boolean(),
  })
  .meta({ id: 'Closure' });
export type ClosureView = z.infer<typeof ClosureView>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/request/delete/user',
  access: 'customer',
  beforeKyc: true,
  about: 'How far the closing of the account is, what stands in its way and what it will take.',
  input: EmptyInput,
  reply: ClosureView,
  refusals: [],
});

export const request = endpoint({
  method: 'POST',
  path: '/v1/request/delete/user',
  access: 'customer',
  beforeKyc: true,
  about:
    'Asks to close the account. Only an owner can, with the member code, the password and, once there is a PIN, the PIN. Open items are listed, and the closing begins as soon as none is left.',
  input: z.strictObject({
    reason: ClosureReason,
    exitPayeeUid: Uid.nullable().default(null),
    confirmPhrase: freeText().max(40),
    password: z.string().min(1, fieldMessage('password_required')).max(128),
    authorisation: PinAuthorisation.optional(),
    idempotency: Idempotency,
  }),
  reply: ClosureView,
  refusals: [
    'access_denied',
    'validation_failed',
    'login_failed',
    'login_locked',
    'authorisation_invalid',
    'payee_not_approved',
    'account_restricted',
    'invalid_transition',
  ],
});

export const setExitAccount = endpoint({
  method: 'PUT',
  path: '/v1/request/delete/user',
  access: 'customer',
  beforeKyc: true,
  accountAction: 'manage',
  about: 'Chooses the own account elsewhere that the rest goes to. Exchanges into its currency stay possible.',
  input: z.strictObject({ exitPayeeUid: Uid, idempotency: Idempotency }),
  reply: ClosureView,
  refusals: ['access_denied', 'payee_not_approved', 'invalid_transition'],
});

export const withdraw = endpoint({
  method: 'POST',
  path: '/v1/request/delete/user/withdraw',
  access: 'customer',
  beforeKyc: true,
  about: 'Takes the request back before the account has closed. The account works as before.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: ClosureView,
  refusals: ['access_denied', 'invalid_transition'],
});

export const ClosurePurpose = z.strictObject({
  operation: z.literal('customer.close'),
  exitPayeeUid: Uid.nullable(),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
