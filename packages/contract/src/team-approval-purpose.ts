import { z } from 'zod';
import { AmountText, CurrencyCode, Idempotency, Uid } from './fields.ts';
import { RuleTerms } from './team-approval.ts';

export const TeamApprovalPurpose = z.strictObject({
  operation: z.literal('team-approval.approve'),
  uid: Uid,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

export const TeamApprovalRulePurpose = z.strictObject({
  operation: z.enum(['team-approval.save-rule', 'team-approval.retire-rule']),
  uid: Uid.nullable(),
  terms: RuleTerms,
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
