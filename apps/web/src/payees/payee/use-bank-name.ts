import { cleanValue, payeeFieldError } from '@larkmere/contract/payees/payee-field';
import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { bankQuery } from './payee.api.ts';

/** The bank behind a complete IBAN or BIC. A failed lookup does not block the form. */
export function useBankName(field: PayeeField, typed: string): string | undefined {
  const t = useTranslations('payeePage.form');
  const { check } = field;
  const names = check === 'iban' || check === 'bic' ? check : undefined;
  const isWhole = typed !== '' && payeeFieldError(field, typed) === undefined;
  const bank = useQuery({
    ...bankQuery(names ? { [names]: cleanValue(field, typed) } : {}),
    enabled: names !== undefined && isWhole,
  });
  if (!names || !isWhole) return undefined;
  return bank.isError ? t('bankUnknown') : bank.data ? bankText(bank.data) : undefined;
}

export const bankText = ({ nameEn, swift }: { nameEn: string; swift: string | null }): string =>
  swift ? `${nameEn} · ${swift}` : nameEn;
