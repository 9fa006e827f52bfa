import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AmountText, BankHolderId, CurrencyCode, Idempotency, Moment, MoneyView, PinApproval, Uid } from './fields.ts';

const Side = z.object({ bankholderid: BankHolderId, balance: MoneyView, available: MoneyView });

export const TransferView = z
  .object({
    uid: Uid,
    reference: z.string(),
    amount: MoneyView,
    source: Side,
    target: Side,
    madeAt: Moment,
  })
  .meta({ id: 'OwnTransfer' });
export type TransferView = z.infer<typeof TransferView>;

export const make = endpoint({
  method: 'POST',
  path: '/v1/transfer',
  access: 'payment',
  about: 'Moves money between two of the customer’s own accounts in one currency, at once and free of charge.',
  input: z.strictObject({
    sourceBankholderId: BankHolderId,
    targetBankholderId: BankHolderId,
    amount: AmountText,
    currency: CurrencyCode,
    approval: PinApproval,
    idempotency: Idempotency,
  }),
  reply: TransferView,
  refusals: [
    'not_found',
    'account_not_usable',
    'account_restricted',
    'amount_invalid',
    'approval_invalid',
    'insufficient_funds',
    'service_off',
  ],
});
