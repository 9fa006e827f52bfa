import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { ReferenceInput } from '../../ui/ReferenceInput.tsx';

type Props = { value: string; onChange: (value: string) => void; error: string | undefined };

export function EndToEndIdField({ value, onChange, error }: Props) {
  const t = useTranslations('paymentForm.ownNumber');
  return (
    <Field id={endToEndIdFieldId} label={t('label')} hint={t('hint')} error={error} optional>
      <ReferenceInput filter="latin-plain" maxLength={35} value={value} onChange={onChange} />
    </Field>
  );
}

export const endToEndIdFieldId = 'payment-own-number';

/** SWIFT refuses a leading, trailing or double slash. */
export const hasInvalidSlash = (value: string): boolean => /^\/|\/$|\/\//.test(value.trim());
