import { z } from 'zod';
import { AmountText, BankHolderId, CurrencyCode, Idempotency, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

export const MemberTransferPurpose = z.strictObject({
  operation: z.literal('transfer.member'),
  lookupId: Uid,
  sourceBankholderId: BankHolderId,
  amount: AmountText,
  currency: CurrencyCode,
  message: freeText().min(1).max(140).optional(),
  paymentIdempotency: Idempotency,
});
export type MemberTransferPurpose = z.infer<typeof MemberTransferPurpose>;
