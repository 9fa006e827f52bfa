import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import { allCountries } from '../../../reference/country/country.ts';
import {
  bic,
  contact,
  field,
  ibanField,
  latinName,
  latinReference,
  nickname,
  optionalAddress,
  regulatoryFields,
} from './field.ts';

/** The 26 entries of the specification (section 3), in its order and wording. */
const specifiedCountries = [
  ['AD', 'Andorra'],
  ['AT', 'Austria'],
  ['PT-20', 'Azores'],
  ['BE', 'Belgium'],
  ['ES-CN', 'Canary Island'],
  ['CY', 'Cyprus'],
  ['EE', 'Estonia'],
  ['FI', 'Finland'],
  ['FR', 'France'],
  ['DE', 'Germany'],
  ['GI', 'Gibraltar'],
  ['GR', 'Greece'],
  ['IE', 'Ireland'],
  ['IT', 'Italy'],
  ['LV', 'Latvia'],
  ['LT', 'Lithuania'],
  ['LU', 'Luxembourg'],
  ['PT-30', 'Madeira'],
  ['MT', 'Malta'],
  ['MC', 'Monaco'],
  ['NL', 'Netherlands'],
  ['PT', 'Portugal'],
  ['SM', 'San Marino'],
  ['SK', 'Slovakia'],
  ['SI', 'Slovenia'],
  ['ES', 'Spain'],
].map(([value = '', label = '']) => ({ value, label }));

const options = [
  ...specifiedCountries,
  ...allCountries
    .filter(({ iso2, sepa, iban }) => sepa && iban.used && !specifiedCountries.some(({ value }) => value === iso2))
    .map(({ iso2, name }) => ({ value: iso2, label: name })),
];

const country = field({
  key: 'country',
  label: defaultText('account_country'),
  inputType: 'select',
  options,
  missing: defaultText('account_country_required'),
  wrong: defaultText('account_country_not_sepa'),
  refreshOnChange: true,
});

export function eur(given: string | undefined, addressCountry: string | undefined): PayeeField[] {
  const iban = given && ibanField(given.slice(0, 2));
  return [
    latinName,
    country,
    ...(iban ? [iban] : []),
    { ...bic, required: false, hint: defaultText('bic_optional_hint') },
    latinReference,
    nickname,
    ...optionalAddress(addressCountry),
    ...contact,
    ...regulatoryFields,
  ];
}
