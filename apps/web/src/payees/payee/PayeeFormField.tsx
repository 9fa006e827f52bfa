import { hasUnusualLength, payeeFieldError } from '@larkmere/contract/payees/payee-field';
import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { transliterate } from '@larkmere/contract/platform/transliteration';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { CardNumberWarning } from '../../ui/CardNumberWarning.tsx';
import { Field } from '../../ui/Field.tsx';
import { FilteredInput } from '../../ui/FilteredInput.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { SelectField, type SelectOption } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { countriesQuery } from './payee.api.ts';
import { formatFieldValue } from './payee-form.ts';
import { useBankName } from './use-bank-name.ts';

export const payeeFieldId = (key: string): string => `payee-${key}`;

type Props = {
  field: PayeeField;
  control: Control<Record<string, string>>;
  onValidate: (key: string) => void;
  /** After the value was formatted. */
  onLeave?: (() => void) | undefined;
  /** Beside the label. */
  action?: ReactNode;
};

export const PayeeFormField = ({ field, control, onValidate, onLeave, action }: Props) => (
  <Controller
    control={control}
    name={field.key}
    shouldUnregister
    rules={{ validate: (text: string | undefined) => payeeFieldError(field, text ?? '') ?? true }}
    render={({ field: { value: text, onChange, onBlur }, fieldState: { error } }) => {
      const value = (text as string | undefined) ?? '';
      const leave = () => {
        onChange(formatFieldValue(field, value));
        onBlur();
        if (field.check && value) onValidate(field.key);
        onLeave?.();
      };
      const shown = { field, value, error: error?.message, action };
      return <FieldControl {...shown} onChange={onChange} onBlur={leave} />;
    }}
  />
);

type FieldControlProps = {
  field: PayeeField;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  error: string | undefined;
  action: ReactNode;
};

function FieldControl({ field, value, onChange, onBlur: onLeave, error, action }: FieldControlProps) {
  const t = useTranslations('payeePage.form');
  const { key, label, hint, inputType, required, filter, options } = field;
  const bank = useBankName(field, value);
  const fieldProps = { id: payeeFieldId(key), label, error, optional: !required };
  if (inputType === 'country') return <CountryField {...fieldProps} hint={hint} value={value} onChange={onChange} />;
  if (inputType === 'select')
    return (
      <SelectField
        {...fieldProps}
        hint={hint ?? undefined}
        options={[{ value: '', label: t('choose') }, ...(options ?? [])]}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  if (inputType === 'phone')
    return (
      <PhoneInput
        {...fieldProps}
        hint={hint ?? undefined}
        defaultCountry={field.clean === 'thai-mobile' ? 'TH' : 'GB'}
        value={value}
        onChange={onChange}
        onBlur={onLeave}
      />
    );
  const shared = { value, autoComplete: 'off', onBlur: onLeave };
  const unusual = value !== '' && !error && hasUnusualLength(field, value);
  const travels = filter === 'latin' && !error && transliterate(value) !== value.normalize('NFC');
  const note = unusual
    ? t('unusual', { lengths: field.usualLengths?.join(', ') ?? '' })
    : travels
      ? t('travels', { text: transliterate(value) })
      : (bank ?? hint);
  return (
    <Field {...fieldProps} hint={note} action={action}>
      {filter ? (
        <FilteredInput {...shared} filter={filter} onChange={onChange} />
      ) : (
        <TextInput {...shared} maxLength={field.maxLength + 20} onChange={(event) => onChange(event.target.value)} />
      )}
      {(key === 'defaultReference' || key === 'nickname') && <CardNumberWarning text={value} />}
    </Field>
  );
}

type CountryProps = {
  id: string;
  label: string;
  hint: string | null;
  error: string | undefined;
  optional: boolean;
  value: string;
  onChange: (text: string) => void;
};

function CountryField({ hint, value, onChange, ...fieldProps }: CountryProps) {
  const t = useTranslations('payeePage.form');
  const countries = useQuery(countriesQuery);
  const options: SelectOption[] = (countries.data ?? []).map(({ iso2, name, risk }) => ({
    value: iso2,
    label: name,
    disabled: risk === 'prohibited',
  }));
  return (
    <SelectField
      {...fieldProps}
      hint={countries.error ? t('countriesFailed') : (hint ?? undefined)}
      options={[{ value: '', label: t('choose') }, ...options]}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
