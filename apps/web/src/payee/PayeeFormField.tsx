import { faultOf, isUnusual } from '@larkmere/contract/payee-field';
import type { PayeeField } from '@larkmere/contract/payee-requirements';
import { plainText } from '@larkmere/contract/plain-letters';
import { useQuery } from '@tanstack/react-query';
import { type Control, Controller } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { CardNumberWarning } from '../ui/CardNumberWarning.tsx';
import { Field } from '../ui/Field.tsx';
import { FilteredInput } from '../ui/FilteredInput.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { SelectField, type SelectOption } from '../ui/SelectField.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useBankName } from './bank-name.ts';
import { countriesQuery } from './payee.api.ts';
import { neat } from './payee-form.ts';

export const idOf = (key: string): string => `payee-${key}`;

type Props = {
  field: PayeeField;
  control: Control<Record<string, string>>;
  onJudge: (key: string) => void;
};

export const PayeeFormField = ({ field, control, onJudge }: Props) => (
  <Controller
    control={control}
    name={field.key}
    shouldUnregister
    rules={{ validate: (text: string | undefined) => faultOf(field, text ?? '') ?? true }}
    render={({ field: { value: text, onChange, onBlur }, fieldState: { error } }) => {
      const value = (text as string | undefined) ?? '';
      const leave = () => {
        onChange(neat(field, value));
        onBlur();
        if (field.check && value) onJudge(field.key);
      };
      return <Drawn field={field} value={value} onChange={onChange} onLeave={leave} error={error?.message} />;
    }}
  />
);

type DrawnProps = {
  field: PayeeField;
  value: string;
  onChange: (text: string) => void;
  onLeave: () => void;
  error: string | undefined;
};

function Drawn({ field, value, onChange, onLeave, error }: DrawnProps) {
  const t = useTranslations('payeePage.form');
  const { key, label, hint, inputType, required, filter, options } = field;
  const bank = useBankName(field, value);
  const said = { id: idOf(key), label, error, optional: !required };
  if (inputType === 'country') return <CountryField {...said} hint={hint} value={value} onChange={onChange} />;
  if (inputType === 'select')
    return (
      <SelectField
        {...said}
        hint={hint ?? undefined}
        options={[{ value: '', label: t('choose') }, ...(options ?? [])]}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  if (inputType === 'phone')
    return (
      <PhoneInput
        {...said}
        hint={hint ?? undefined}
        defaultCountry={field.clean === 'thai-mobile' ? 'TH' : 'GB'}
        value={value}
        onChange={onChange}
        onBlur={onLeave}
      />
    );
  const shared = { value, autoComplete: 'off', onBlur: onLeave };
  const unusual = value !== '' && !error && isUnusual(field, value);
  const travels = filter === 'latin' && !error && plainText(value) !== value.normalize('NFC');
  const told = unusual
    ? t('unusual', { lengths: field.usualLengths?.join(', ') ?? '' })
    : travels
      ? t('travels', { text: plainText(value) })
      : (bank ?? hint);
  return (
    <Field {...said} hint={told}>
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

function CountryField({ hint, value, onChange, ...said }: CountryProps) {
  const t = useTranslations('payeePage.form');
  const countries = useQuery(countriesQuery);
  const options: SelectOption[] = (countries.data ?? []).map(({ iso2, name, risk }) => ({
    value: iso2,
    label: name,
    disabled: risk === 'prohibited',
  }));
  return (
    <SelectField
      {...said}
      hint={countries.error ? t('countriesFailed') : (hint ?? undefined)}
      options={[{ value: '', label: t('choose') }, ...options]}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
