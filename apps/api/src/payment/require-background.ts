import type { PaymentBackground } from '@larkmere/contract/payment-background';
import { requiredBackground } from '@larkmere/contract/payment-choices';
import { Refusal } from '../kernel/refusal.ts';
import type { OwnerCtx } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';

type Order = PaymentBackground & Readonly<{ currency: string; payeeUid: string }>;

const words = {
  purposeCode: 'Say what the payment is for',
  relationship: 'Say who the payee is to you',
  sourceOfFunds: 'Say where the money comes from',
} as const;

/**
 * Refuses with `background_missing` a payment of which the partner wants to know more than was said, or stands with the
 * payee; and with `not_found` when there is no such payee.
 */
export async function requireBackground(ctx: OwnerCtx, order: Order): Promise<void> {
  const asked = requiredBackground(order.currency);
  if (asked.length === 0) return;
  const { details, ownAccount } = await requireOwnPayee(ctx, order.payeeUid);
  const known = {
    purposeCode: order.purposeCode ?? details.purpose,
    relationship: order.relationship ?? details.relationship ?? (ownAccount ? 'own_account' : undefined),
    sourceOfFunds: order.sourceOfFunds,
  };
  const errors = asked
    .filter((field) => !known[field])
    .map((field) => ({ field, code: 'required', message: words[field] }));
  if (errors.length > 0) throw new Refusal('background_missing', { errors });
}
