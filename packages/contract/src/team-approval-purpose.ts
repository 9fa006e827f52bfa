import { z } from 'zod';
import { AmountText, CurrencyCode, Idempotency, Uid } from './fields.ts';
import { RuleTerms } from './team-approval.ts';

/** Somebody else's payment, payee or other wish: the request, and the digest of exactly what it asks for. */
export const TeamApprovalPurpose = z.strictObject({
  operation: z.literal('team-approval.approve'),
  uid: Uid,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** What is paid; 0 where nothing is. */
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

/** A rule about approvals: a new one with all its terms, or the end of one. */
export const TeamApprovalRulePurpose = z.strictObject({
  operation: z.enum(['team-approval.save-rule', 'team-approval.retire-rule']),
  /** The rule that ends; null for a new one. */
  uid: Uid.nullable(),
  terms: RuleTerms,
  /** The least amount of the rule. */
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
