import { useLocale, useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { otherCountries, preferredCountries } from '../../ui/phone-number.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { Address, OrderFaults } from './order-form.ts';

type Props = Readonly<{
  address: Address;
  onChange: (address: Address) => void;
  faults: OrderFaults['address'] | undefined;
}>;

const lengths = { line1: 40, line2: 40, city: 40, postcode: 12 } as const;
const purposes = {
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  postcode: 'postal-code',
} as const;

export function AddressFields({ address, onChange, faults }: Props) {
  const t = useTranslations('issuedCard.issue');
  const countryName = new Intl.DisplayNames(useLocale(), { type: 'region' });
  const text = (name: keyof typeof lengths) => (
    <Field
      label={t(name)}
      optional={name === 'line2'}
      error={name !== 'line2' && faults?.[name] ? t('missing') : undefined}
    >
      <TextInput
        value={address[name]}
        onChange={({ target }) => onChange({ ...address, [name]: target.value })}
        maxLength={lengths[name]}
        autoComplete={purposes[name]}
      />
    </Field>
  );
  return (
    <>
      {text('line1')}
      {text('line2')}
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        {text('city')}
        {text('postcode')}
      </div>
      <SelectField
        label={t('country')}
        value={address.country}
        onChange={({ target }) => onChange({ ...address, country: target.value })}
        autoComplete="country"
        options={[...preferredCountries, ...otherCountries].map((code) => ({
          value: code,
          label: countryName.of(code) ?? code,
        }))}
      />
    </>
  );
}
