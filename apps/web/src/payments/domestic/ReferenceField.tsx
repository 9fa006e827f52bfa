import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { ReferenceInput } from '../../ui/ReferenceInput.tsx';
import { type DomesticCurrency, domesticReferenceRules } from '../payment/payment.tsx';

type Props = {
  currency: DomesticCurrency;
  value: string;
  onChange: (reference: string) => void;
  error: string | undefined;
};

/** Takes only the characters that the rail of the currency carries. */
export function ReferenceField({ currency, value, onChange, error }: Props) {
  const t = useTranslations('payment.amount');
  return (
    <Field id="payment-reference" label={t('reference')} hint={t(`referenceHint.${currency}`)} error={error}>
      <ReferenceInput filter={domesticReferenceRules[currency].filter} value={value} onChange={onChange} />
    </Field>
  );
}
