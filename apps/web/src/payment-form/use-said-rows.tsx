import type { PaymentBackground } from '@larkmere/contract/payment-background';
import { useTranslations } from 'use-intl';
import { type Brought, DocumentNames } from '../document/document.tsx';
import type { SummaryRow } from '../ui/SummaryList.tsx';

type Known = Readonly<Partial<Record<'purposeCode' | 'relationship' | 'sourceOfFunds', string | undefined>>>;
type Said = {
  said?: PaymentBackground | undefined;
  known: Known;
  endToEndId?: string | undefined;
  brought: Brought;
};

const keys = ['purposeCode', 'relationship', 'sourceOfFunds'] as const;

export function useSaidRows({ said = {}, known, endToEndId = '', brought }: Said, onChange: () => void): SummaryRow[] {
  const t = useTranslations('paymentForm');
  const word = (key: (typeof keys)[number], code: string): string => t(`${key}.${code}` as 'purposeCode.GDDS');
  const chosen = keys.flatMap((key) => {
    const code = said[key] ?? known[key];
    return code ? [{ label: t(`said.${key}`), value: word(key, code), onChange }] : [];
  });
  const typed = [
    { label: t('ownNumber.label'), value: endToEndId.trim(), onChange },
    { label: t('said.note'), value: said.note?.trim() ?? '', onChange },
  ].filter(({ value }) => value !== '');
  const hasDocuments = brought.documents.length > 0 || brought.onItsWay;
  const documents = { label: t('documents'), value: <DocumentNames {...brought} />, onChange };
  return [...chosen, ...typed, ...(hasDocuments ? [documents] : [])];
}
