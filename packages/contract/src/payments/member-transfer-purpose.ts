import { z } from 'zod';
import { AmountText, BankHolderId, CurrencyCode, Idempotency, Uid } from '../platform/fields.ts';

export const MemberTransferPurpose = z.strictObject({
  operation: z.literal('transfer.member'),
  lookupId: Uid,
  sourceBankholderId: BankHolderId,
  amount: AmountText,
  currency: CurrencyCode,
  message: z.string().trim().min(1).max(140).optional(),
  paymentIdempotency: Idempotency,
});
export type MemberTransferPurpose = z.infer<typeof MemberTransferPurpose>;
