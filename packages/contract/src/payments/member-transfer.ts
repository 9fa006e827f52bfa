import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, Idempotency, Moment, MoneyView, PinAuthorisation, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { MemberTransferPurpose } from './member-transfer-purpose.ts';

export const Recipient = z
  .object({
    lookupId: Uid,
    /** Masked until the customer has paid this member once. */
    name: z.string(),
    memberSince: z.int(),
    currencies: z.array(CurrencyCode),
    /** Until then the recipient can be paid without being looked up again. */
    validUntil: Moment,
  })
  .meta({ id: 'Recipient' });

export const findRecipient = endpoint({
  method: 'POST',
  path: '/v1/wallet/recipient',
  access: 'payment',
  accountAction: 'manage',
  about:
    'Looks up a member by member code, e-mail or phone. Unknown members and members who cannot receive get the same answer, and each look-up counts towards a limit.',
  input: z.strictObject({ identifier: freeText().min(4).max(254), idempotency: Idempotency }),
  reply: z.object({ recipient: Recipient.nullable(), isSelf: z.boolean() }),
  refusals: ['rate_limited'],
});

export const MemberTransferView = z
  .object({
    uid: Uid,
    reference: z.string(),
    recipient: z.string(),
    amount: MoneyView,
    available: MoneyView,
    executedAt: Moment,
  })
  .meta({ id: 'MemberTransfer' });
export type MemberTransferView = z.infer<typeof MemberTransferView>;

export const send = endpoint({
  method: 'POST',
  path: '/v1/wallet/send',
  access: 'payment',
  about: 'Sends money to a member who was looked up before, at once and free of charge.',
  input: MemberTransferPurpose.omit({ operation: true, paymentIdempotency: true }).extend({
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: MemberTransferView,
  refusals: [
    'not_found',
    'account_not_usable',
    'account_restricted',
    'amount_invalid',
    'authorisation_invalid',
    'approval_required',
    'insufficient_funds',
    'limit_exceeded',
    'rate_unavailable',
    'recipient_not_payable',
  ],
});
