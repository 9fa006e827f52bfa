import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { RegulatoryField } from '@larkmere/contract/payments/regulatory-codes';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import { type ScamWarningCode, selectScamWarning } from '@larkmere/contract/payments/scam-warning';

type Payee = Pick<PayeeView, 'details' | 'ownAccount' | 'lastPaidAt'>;

export const payeeDefaultsOf = ({ details, ownAccount }: Pick<Payee, 'details' | 'ownAccount'>) => ({
  purposeCode: details.purpose,
  relationship: details.relationship ?? (ownAccount ? 'own_account' : undefined),
});

export function findMissingFields(
  needs: readonly RegulatoryField[],
  regulatoryInfo: RegulatoryInformationInput | undefined,
  payee: Pick<Payee, 'details' | 'ownAccount'>,
): RegulatoryField[] {
  const known: Readonly<Partial<Record<RegulatoryField, string | undefined>>> = payeeDefaultsOf(payee);
  return needs.filter((key) => !regulatoryInfo?.[key] && !known[key]);
}

export function scamWarningFor(
  payee: Payee,
  regulatoryInfo: RegulatoryInformationInput | undefined,
): ScamWarningCode | undefined {
  if (payee.lastPaidAt !== null) return undefined;
  const known = payeeDefaultsOf(payee);
  return selectScamWarning({
    ownAccount: payee.ownAccount,
    purposeCode: regulatoryInfo?.purposeCode ?? known.purposeCode,
    relationship: regulatoryInfo?.relationship ?? known.relationship,
  });
}
