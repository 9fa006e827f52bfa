import { useTranslations } from 'use-intl';
import { Field } from '../ui/Field.tsx';
import { ReferenceInput } from '../ui/ReferenceInput.tsx';

type Props = { value: string; onChange: (value: string) => void; error: string | undefined };

/** The payer's own number of a payment, which travels beside the reference. */
export function OwnNumberField({ value, onChange, error }: Props) {
  const t = useTranslations('paymentForm.ownNumber');
  return (
    <Field id={ownNumberId} label={t('label')} hint={t('hint')} error={error} optional>
      <ReferenceInput filter="latin-plain" maxLength={35} value={value} onChange={onChange} />
    </Field>
  );
}

/** Where in the page it stands. */
export const ownNumberId = 'payment-own-number';

/** Whether banks on the way would refuse it, though its letters travel. */
export const hasStraySlash = (value: string): boolean => /^\/|\/$|\/\//.test(value.trim());
