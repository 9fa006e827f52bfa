import type { PayeeView } from '@larkmere/contract/payee';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { Choice } from '@larkmere/contract/payment-choices';
import { type WarningCode, warningFor } from '@larkmere/contract/payment-warning';

type Payee = Pick<PayeeView, 'details' | 'ownAccount' | 'lastPaidAt'>;

export const knownOf = ({ details, ownAccount }: Pick<Payee, 'details' | 'ownAccount'>) => ({
  purposeCode: details.purpose,
  relationship: details.relationship ?? (ownAccount ? 'own_account' : undefined),
});

export function unsaidOf(
  needs: readonly Choice[],
  said: PaymentBackground | undefined,
  payee: Pick<Payee, 'details' | 'ownAccount'>,
): Choice[] {
  const known: Readonly<Partial<Record<Choice, string | undefined>>> = knownOf(payee);
  return needs.filter((key) => !said?.[key] && !known[key]);
}

export function warningOf(payee: Payee, said: PaymentBackground | undefined): WarningCode | undefined {
  if (payee.lastPaidAt !== null) return undefined;
  const known = knownOf(payee);
  return warningFor({
    ownAccount: payee.ownAccount,
    purposeCode: said?.purposeCode ?? known.purposeCode,
    relationship: said?.relationship ?? known.relationship,
  });
}
