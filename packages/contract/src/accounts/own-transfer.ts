import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CurrencyCode,
  Idempotency,
  Moment,
  MoneyView,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';

const AccountSide = z.object({ bankholderid: BankHolderId, balance: MoneyView, available: MoneyView });

export const OwnTransferView = z
  .object({
    uid: Uid,
    reference: z.string(),
    amount: MoneyView,
    source: AccountSide,
    target: AccountSide,
    executedAt: Moment,
  })
  .meta({ id: 'OwnTransfer' });
export type OwnTransferView = z.infer<typeof OwnTransferView>;

export const create = endpoint({
  method: 'POST',
  path: '/v1/transfer',
  access: 'payment',
  about: 'Moves money between two of the customer’s own accounts in one currency, at once and free of charge.',
  input: z.strictObject({
    sourceBankholderId: BankHolderId,
    targetBankholderId: BankHolderId,
    amount: AmountText,
    currency: CurrencyCode,
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: OwnTransferView,
  refusals: [
    'not_found',
    'account_not_usable',
    'account_restricted',
    'amount_invalid',
    'authorisation_invalid',
    'insufficient_funds',
    'service_off',
  ],
});
