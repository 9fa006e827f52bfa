import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  EmptyInput,
  Idempotency,
  Moment,
  MoneyView,
  OptionalIdempotency,
  Uid,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PendingStatus } from '../platform/pending-status.ts';

export const InstantPaymentState = z
  .enum([
    'created',
    'awaiting_authorisation',
    'authorised',
    'submitted',
    'accepted',
    'credited',
    'rejected',
    'cancelled',
    'expired',
    'unknown',
  ])
  .meta({ id: 'InstantPaymentState' });
export type InstantPaymentState = z.infer<typeof InstantPaymentState>;

const BankId = z.string().regex(/^[a-z0-9-]{2,40}$/);

export const OpenBankingBankView = z
  .object({
    id: BankId,
    name: z.string(),
    group: z.string(),
    logo: z.string(),
    country: z.string(),
    capabilities: z.object({ single: z.boolean(), standingOrder: z.boolean() }),
    status: z.enum(['enabled', 'degraded', 'disabled']),
    message: z.string().nullable(),
    lastUsedAt: Moment.nullable(),
  })
  .meta({ id: 'OpenBankingBank' });
export type OpenBankingBankView = z.infer<typeof OpenBankingBankView>;

export const InstantPaymentView = z
  .object({
    uid: Uid,
    /** Printed on the transfer by the payer's bank; used to match the incoming credit. */
    reference: z.string(),
    bank: z.object({ id: BankId, name: z.string() }),
    amount: MoneyView,
    destinationBankholderId: BankHolderId,
    note: z.string(),
    state: InstantPaymentState,
    reason: z.string().nullable(),
    redirectUrl: z.url({ protocol: /^https?$/ }).nullable(),
    waiting: PendingStatus.nullable(),
    expiresAt: Moment,
    createdAt: Moment,
    timeline: z.array(z.object({ state: InstantPaymentState, at: Moment })),
  })
  .meta({ id: 'InstantPayment' });
export type InstantPaymentView = z.infer<typeof InstantPaymentView>;

export const aspsps = endpoint({
  method: 'GET',
  path: '/v1/bankaccount/pis/aspsps',
  access: 'instant',
  about:
    'The banks that can be asked for money, the recently used first; one that is down is in the list and says why.',
  input: EmptyInput,
  reply: z.object({ list: z.array(OpenBankingBankView) }),
  refusals: ['bank_not_responding'],
});

export const start = endpoint({
  method: 'POST',
  path: '/v1/bankaccount/pis/payment',
  access: 'instant',
  about:
    'Asks another bank for a consent to one payment to the customer’s own account, and answers with the bank’s page where the customer gives it. Nothing moves until then.',
  input: z.strictObject({
    aspspId: BankId,
    amount: AmountText,
    currency: z.literal('GBP'),
    destinationBankholderId: BankHolderId,
    reference: freeText().max(80).default(''),
    device: z.enum(['web', 'app', 'wallet']),
    idempotency: Idempotency,
  }),
  reply: InstantPaymentView,
  refusals: [
    'account_not_usable',
    'amount_invalid',
    'bank_refused',
    'bank_not_responding',
    'bank_unavailable',
    'limit_exceeded',
    'not_found',
    'service_off',
    'validation_failed',
  ],
});

export const list = endpoint({
  method: 'GET',
  path: '/v1/bankaccount/pis/payment',
  access: 'instant',
  background: true,
  about: 'The customer’s payments from other banks, the newest first.',
  input: EmptyInput,
  reply: z.object({ list: z.array(InstantPaymentView) }),
  refusals: [],
});

export const view = endpoint({
  method: 'GET',
  path: '/v1/bankaccount/pis/payment/{id}',
  access: 'instant',
  background: true,
  about: 'Where one payment from another bank stands. Credited means: the money is in the account.',
  input: z.strictObject({ id: Uid }),
  reply: InstantPaymentView,
  refusals: ['not_found'],
});

const RedirectCallback = z.strictObject({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(500).optional(),
  error: freeText().min(1).max(100).optional(),
  iss: z.string().max(300).optional(),
  ...OptionalIdempotency,
});

export const callback = endpoint({
  method: 'POST',
  path: '/v1/bankaccount/pis/callback',
  access: 'instant',
  accountAction: 'view',
  about:
    'Takes what the other bank gave the browser on its way back. It counts once, for the session that left; everything else about it is asked of the bank itself.',
  input: RedirectCallback,
  reply: InstantPaymentView,
  refusals: ['not_found'],
});

export const callbackSignedOut = endpoint({
  method: 'POST',
  path: '/v1/bankaccount/pis/callback/signed-out',
  access: 'public',
  about:
    'The same when the session ran out at the bank, from the browser that left: it shows the cookie of that session. It answers how the payment stands and nothing else of it.',
  input: RedirectCallback,
  reply: z.object({ state: InstantPaymentState, bank: z.string(), reason: z.string().nullable() }),
  refusals: ['not_found'],
});
