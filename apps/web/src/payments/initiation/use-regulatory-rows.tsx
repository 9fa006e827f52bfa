import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import { useTranslations } from 'use-intl';
import { DocumentNames, type SupportingDocuments } from '../../checks/document/document.tsx';
import type { SummaryRow } from '../../ui/SummaryList.tsx';

type PayeeDefaults = Readonly<Partial<Record<'purposeCode' | 'relationship' | 'sourceOfFunds', string | undefined>>>;
type RegulatoryRowsInput = {
  regulatoryInfo?: RegulatoryInformationInput | undefined;
  defaults: PayeeDefaults;
  endToEndId?: string | undefined;
  supportingDocuments: SupportingDocuments;
};

const choiceKeys = ['purposeCode', 'relationship', 'sourceOfFunds'] as const;

export function useRegulatoryRows(
  { regulatoryInfo = {}, defaults, endToEndId = '', supportingDocuments }: RegulatoryRowsInput,
  onChange: () => void,
): SummaryRow[] {
  const t = useTranslations('paymentForm');
  const word = (key: (typeof choiceKeys)[number], code: string): string => t(`${key}.${code}` as 'purposeCode.GDDS');
  const chosen = choiceKeys.flatMap((key) => {
    const code = regulatoryInfo[key] ?? defaults[key];
    return code ? [{ label: t(`said.${key}`), value: word(key, code), onChange }] : [];
  });
  const typed = [
    { label: t('ownNumber.label'), value: endToEndId.trim(), onChange },
    { label: t('said.note'), value: regulatoryInfo.note?.trim() ?? '', onChange },
  ].filter(({ value }) => value !== '');
  const hasDocuments = supportingDocuments.documents.length > 0 || supportingDocuments.onItsWay;
  const documents = { label: t('documents'), value: <DocumentNames {...supportingDocuments} />, onChange };
  return [...chosen, ...typed, ...(hasDocuments ? [documents] : [])];
}
