import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { RegulatoryField } from '@larkmere/contract/payments/regulatory-codes';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import { useTranslations } from 'use-intl';
import { findMissingFields } from './payee-defaults.ts';

export function useRegulatoryErrors(
  asks: readonly RegulatoryField[],
  regulatoryInfo: RegulatoryInformationInput | undefined,
  payee: Pick<PayeeView, 'details' | 'ownAccount'>,
): Readonly<Partial<Record<RegulatoryField, string>>> {
  const t = useTranslations('paymentForm.fault');
  const missing = findMissingFields(asks, regulatoryInfo, payee);
  return Object.fromEntries(missing.map((key) => [key, t(key)]));
}
