import { z } from 'zod';
import { AmountText, BankHolderId, CurrencyCode, Idempotency } from '../platform/fields.ts';

export const OwnTransferPurpose = z.strictObject({
  operation: z.literal('transfer.own'),
  sourceBankholderId: BankHolderId,
  targetBankholderId: BankHolderId,
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
