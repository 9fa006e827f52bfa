import { z } from 'zod';
import { AmountText, CurrencyCode, Idempotency, Uid } from '../platform/fields.ts';
import { ApprovalRuleTerms } from './approval.ts';

export const ApprovalPurpose = z.strictObject({
  operation: z.literal('approval.approve'),
  uid: Uid,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

export const ApprovalRulePurpose = z.strictObject({
  operation: z.enum(['approval.save-rule', 'approval.retire-rule']),
  uid: Uid.nullable(),
  terms: ApprovalRuleTerms,
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
