import type { KycAnswerName, KycKind } from '@larkmere/contract/customers/kyc-requirements';
import { useTranslations } from 'use-intl';
import { useDateText } from '../../ui/use-date-text.ts';
import {
  type Answer,
  type ChoiceName,
  type Choices,
  isChoiceName,
  isCountryName,
  isDateName,
} from './answer-fields.ts';
import { useCountries } from './kyc-form.api.ts';

/** The words of a question and of its answer. */
export function useQuestionText(kind: KycKind) {
  const t = useTranslations('kycPage');
  const { day } = useDateText();
  const { data: countries = [] } = useCountries();
  const countryName = (iso2: string): string => countries.find((country) => country.iso2 === iso2)?.name ?? iso2;
  const choice = <Name extends ChoiceName>(name: Name, value: Choices[Name][number]): string =>
    // The messages have one text for each choice, which the compiler cannot follow through the generic name.
    t(`${name}.${value}` as 'documentType.passport');
  const label = (name: KycAnswerName): string =>
    kind === 'business' && (name === 'taxCountry' || name === 'street') ? t(`firmField.${name}`) : t(`field.${name}`);
  const hint = (name: KycAnswerName): string | undefined => {
    if (kind === 'business' && name === 'taxNumber') return t('firmHint.taxNumber');
    return isHinted(name) ? t(`hint.${name}`) : undefined;
  };
  const answer = (name: KycAnswerName, value: Answer): string => {
    if (Array.isArray(value)) return value.map(countryName).join(', ');
    if (typeof value !== 'string') return value === true ? t('yes') : t('none');
    if (isDateName(name)) return day(value);
    if (isCountryName(name)) return countryName(value);
    return isChoiceName(name) ? choice(name, value as Choices[typeof name][number]) : value;
  };
  return { label, hint, choice, answer, countryName };
}

const hinted = [
  'fullName',
  'taxNumber',
  'documentNumber',
  'occupation',
  'companyNumber',
  'activity',
  'website',
] as const;
const isHinted = (name: KycAnswerName): name is (typeof hinted)[number] => (hinted as readonly string[]).includes(name);
