import { z } from 'zod';
import { AmountText, BankHolderId, CurrencyCode, Idempotency } from './fields.ts';

export const TransferPurpose = z.strictObject({
  operation: z.literal('transfer.own'),
  sourceBankholderId: BankHolderId,
  targetBankholderId: BankHolderId,
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
